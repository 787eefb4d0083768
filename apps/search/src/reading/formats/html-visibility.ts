/** A page is hidden until its script has run: whoever stored it saw it. */
const PAGES = new Set(['html', 'body']);

const DECLARATION = /(?:^|;)\s*(display|visibility)\s*:\s*([\w-]+)/gi;
const HIDING = new Set(['display:none', 'visibility:hidden', 'visibility:collapse']);

/** Whether an element hides its content by its own attributes. Style sheets are not read. */
export function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (PAGES.has(name)) return false;
  return 'hidden' in attributes || hides(attributes['style']);
}

/** Of two declarations of one property, the last one counts. */
function hides(style: string | undefined): boolean {
  if (!style) return false;
  const declared = new Map<string, string>();
  for (const [, property = '', value = ''] of style.toLowerCase().matchAll(DECLARATION)) {
    declared.set(property, value);
  }
  return [...declared].some(([property, value]) => HIDING.has(`${property}:${value}`));
}

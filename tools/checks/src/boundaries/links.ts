import { posix } from 'node:path';

/** The parts of a page that are no text: blocks and spans of code. */
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;
const TARGET = /\]\(([^)\s]+)\)/g;
const HEADING = /^#{1,6} +(.+?) *$/gm;
/** Targets outside of the repository. */
const OUTSIDE = /^([a-z][a-z0-9+.-]*:|\/)/i;

/** A sentence for each link of a Markdown page to a file or heading that does not exist. Pages are named relative to the root. */
export function judgeLinks(
  pages: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): readonly string[] {
  const headings = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)]));
  const leadsSomewhere = (from: string, target: string): boolean => {
    const [file = '', anchor = ''] = target.split('#');
    const path = file === '' ? from : posix.join(posix.dirname(from), file);
    if (!exists(path)) return false;
    return anchor === '' || headings.get(path)?.has(anchor) !== false;
  };
  return [...pages].flatMap(([path, text]) =>
    [...text.replaceAll(CODE, '').matchAll(TARGET)]
      .map(([, target = '']) => target)
      .filter((target) => !OUTSIDE.test(target) && !leadsSomewhere(path, target))
      .map((target) => `${path}: the link to ${target} leads nowhere.`),
  );
}

/** The anchors of a page's headings, as GitHub makes them: of headings with the same words, the second one ends in `-1`. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const outline = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  for (const [, heading = ''] of outline.matchAll(HEADING)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    let [name, more] = [anchor, 0];
    while (anchors.has(name)) name = `${anchor}-${(more += 1)}`;
    anchors.add(name);
  }
  return anchors;
}

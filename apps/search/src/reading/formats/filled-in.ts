import type { Pdf } from './pdf-outline.ts';

type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** What the reader of a page sees of its form fields, and of texts that were typed onto it: a line each. */
export async function filledIn(page: Page): Promise<string> {
  const annotations = await annotationsOf(page);
  const lines = annotations.map((annotation) => shownOf(annotation).trim());
  return lines.map((line) => line && `${line}\n`).join('');
}

/** The visible ones; none where they are broken. */
async function annotationsOf(page: Page): Promise<readonly unknown[]> {
  try {
    const annotations: readonly unknown[] = await page.getAnnotations();
    return annotations;
  } catch {
    return [];
  }
}

function shownOf(annotation: unknown): string {
  if (typeof annotation !== 'object' || annotation === null) return '';
  if ('textContent' in annotation && isLines(annotation.textContent))
    return annotation.textContent.join('\n');
  return valueOf(annotation);
}

/** The value of a field without an appearance, which programs that show it make themselves. */
function valueOf(field: object): string {
  const isText = 'fieldType' in field && field.fieldType === 'Tx';
  const isSeen = !('hidden' in field && field.hidden) && !('password' in field && field.password);
  return isText && isSeen && 'fieldValue' in field && typeof field.fieldValue === 'string'
    ? field.fieldValue
    : '';
}

function isLines(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}

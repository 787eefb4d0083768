/** A text on one line: what somebody has called something cannot look like a paragraph of the e-mail that names it. */
export function oneLine(text: string): string {
  return text.trim().replace(/[\s\p{Cc}]+/gu, ' ');
}

/** The text on one line, so that a name with line breaks cannot look like a paragraph of the e-mail. */
export function oneLine(text: string): string {
  return text.trim().replace(/[\s\p{Cc}]+/gu, ' ');
}

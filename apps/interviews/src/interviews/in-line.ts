/** The text on one line. */
export function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

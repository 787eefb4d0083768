/** Characters. */
const PREVIEW_LENGTH = 200;

/** The first so many characters of a text; none of them is cut in half. */
export function beginning(text: string, characters: number): string {
  return [...text.slice(0, 2 * characters)].slice(0, characters).join('');
}

/** What lists show of the first message of a transcript. */
export function previewOf(text: string): string {
  return beginning(text, PREVIEW_LENGTH);
}

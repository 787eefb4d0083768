/** The beginning of a text, `most` UTF-16 units at most. It ends before a character that it would cut in two. */
export function beginningOf(text: string, most: number): string {
  const isCut = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isCut ? most - 1 : most);
}

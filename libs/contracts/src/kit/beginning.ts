const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The beginning of a text, `most` UTF-16 units at most. It ends before a character that it would cut in two, also one of several code
 * points: a flag, a family, a letter with its marks. Only where that is all of it, it ends between code points.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const whole = text.slice(0, CHARACTERS.segment(text.slice(0, most + 2)).containing(most)?.index);
  if (whole !== '') return whole;
  const isCut = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isCut ? most - 1 : most);
}

/** The same, `most` code points at most: what JSON Schema counts. */
export function firstCharactersOf(text: string, most: number): string {
  return beginningOf(text, [...text.slice(0, 2 * most)].slice(0, most).join('').length);
}

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The beginning of a text, at most `most` UTF-16 units. It never cuts a character in two, even one of several code points, such as a
 * flag, a family or a letter with its marks; only if the first character is longer than `most` is it cut, between code points.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const whole = text.slice(0, CHARACTERS.segment(text.slice(0, most + 2)).containing(most)?.index);
  if (whole !== '') return whole;
  const isCut = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isCut ? most - 1 : most);
}

/** The beginning of a text, cut as by `beginningOf`: at most `most` code points, which JSON Schema counts. */
export function firstCharactersOf(text: string, most: number): string {
  return beginningOf(text, [...text.slice(0, 2 * most)].slice(0, most).join('').length);
}

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text with a space between words also where its script has none: the search engine tells words apart by that. */
export function spacedWords(text: string): string {
  if (!UNSPACED.test(text)) return text;
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment).join(' ');
}

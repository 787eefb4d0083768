/** Scripts that are written without spaces between words. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
/** What words with spaces between them consist of. */
const PART = String.raw`[[\p{L}\p{N}\p{M}]--${UNSPACED}]`;
const BEGINS = `(?<!${PART})`;
/** Particles follow a word in Korean, also a foreign one, without a space. */
const ENDS = String.raw`(?![${PART}--\p{sc=Hang}])`;
/** No letter is parted from its marks, nor a syllable of Korean that is written as its parts. */
const IS_WHOLE = String.raw`(?![\p{M}\u1160-\u11ff])`;

/** Matches each of the words where it stands alone, as far as its script has spaces, whatever its case; undefined where there is none. */
export function anyOf(words: readonly string[]): RegExp | undefined {
  const known = words.filter((word) => word !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return undefined;
  return new RegExp(`(${known.map(patternOf).join('|')})`, 'giv');
}

function patternOf(word: string): string {
  const text = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (new RegExp(UNSPACED, 'v').test(word)) return text + IS_WHOLE;
  return BEGINS + text + IS_WHOLE + (/\p{sc=Hang}/u.test(word) ? '' : ENDS);
}

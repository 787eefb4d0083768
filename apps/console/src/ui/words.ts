/** Scripts that are written without spaces between words. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
/** The characters of words in scripts with spaces. */
const PART = String.raw`[[\p{L}\p{N}\p{M}]--${UNSPACED}]`;
const BEGINS = `(?<!${PART})`;
/** Korean particles follow a word, even a foreign one, without a space. */
const ENDS = String.raw`(?![${PART}--\p{sc=Hang}])`;
/** Never splits a letter from its marks, or a Korean syllable that is written in its parts. */
const IS_WHOLE = String.raw`(?![\p{M}\u1160-\u11ff])`;

/** Matches any of the words, ignoring case; as a whole word in scripts with spaces. Undefined if there are no words. */
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

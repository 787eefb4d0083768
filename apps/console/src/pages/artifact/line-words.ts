import { type ChangeObject, diffArrays } from 'diff';

/** What words of Latin letters consist of. */
const LATIN = String.raw`[\p{sc=Latin}0-9_\u00ad\u02b0-\u02ff]`;
/** What stands alone; the others join letters to words. */
const ALONE = String.raw`[\s!-~[\p{P}--[’׳״]]]`;
/** Words of Latin letters, line breaks, spaces, punctuation, and runs of anything else; of longer ones, browsers fail to match all. */
const TOKENS = new RegExp(
  String.raw`(?:\w+|${LATIN})[${LATIN}\p{M}]*|\r?\n|[^\S\r\n]+|${ALONE}\p{M}*|[^${LATIN}${ALONE}]{1,9999}`,
  'gv',
);
const IS_RUN = new RegExp(`^[^${LATIN}${ALONE}]`, 'v');
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** The words in which two lines differ, of any script; undefined where to find them, or to compare them, takes longer than this. Milliseconds. */
export function wordsThatDiffer(
  gone: string,
  added: string,
  timeout: number,
): readonly ChangeObject<string[]>[] | undefined {
  const [left, right] = [tokensOf(gone), tokensOf(added)];
  const deadline = performance.now() + timeout;
  const [before, after] = [wordsOf(left, right, deadline), wordsOf(right, left, deadline)];
  return before && after && diffArrays(before, after, { timeout });
}

function tokensOf(line: string): readonly string[] {
  return line.match(TOKENS) ?? [];
}

/** Tokens with runs as words. To find these takes long: a run that the other line has, too, stays whole. */
function wordsOf(
  tokens: readonly string[],
  others: readonly string[],
  deadline: number,
): string[] | undefined {
  const inBoth = new Set(others);
  const words: string[] = [];
  for (const token of tokens) {
    if (inBoth.has(token) || !IS_RUN.test(token)) {
      words.push(token);
      continue;
    }
    for (const { segment } of SEGMENTER.segment(token)) {
      if (performance.now() > deadline) return undefined;
      words.push(segment);
    }
  }
  return words;
}

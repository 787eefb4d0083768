import { type ChangeObject, diffArrays } from 'diff';

/** The characters of words in Latin script. */
const LATIN = String.raw`[\p{sc=Latin}0-9_\u00ad\u02b0-\u02ff]`;
/** Characters that are tokens of their own; all others join into words. */
const ALONE = String.raw`[\s!-~[\p{P}--[’׳״]]]`;
/** Words of Latin letters, line breaks, spaces, punctuation, and runs of anything else; browsers fail to match longer runs. */
const TOKENS = new RegExp(
  String.raw`(?:\w+|${LATIN})[${LATIN}\p{M}]*|\r?\n|[^\S\r\n]+|${ALONE}\p{M}*|[^${LATIN}${ALONE}]{1,9999}`,
  'gv',
);
const IS_RUN = new RegExp(`^[^${LATIN}${ALONE}]`, 'v');
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** The words in which two lines differ, in any script; undefined if finding or comparing them takes longer than `timeout`. Milliseconds. */
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

/** The tokens, with runs split into words. Splitting takes long, so a run that the other line also has stays whole. */
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

import type { Case } from './case.ts';
import { type Counts, outcomesIn } from './tally.ts';
import { type Waits, refusalsIn } from './waits.ts';

/** How long others may wait while somebody abuses the product. Milliseconds. */
export const LIMIT_P99_MS = 250;
/** How long others' files may wait until they are read. Milliseconds. */
export const LIMIT_READING_MS = 10_000;

/** What was seen of a case. */
export interface Seen {
  readonly name: string;
  /** The answers that the abuser got; null for the baseline, which has no abuser. */
  readonly answers: Counts | null;
  readonly waits: Waits;
  readonly longestReadingMs: number;
  /** How many files of the honest user were given up. */
  readonly failedReadings: number;
}

/** Violations of what must hold on a machine of any speed: nobody else is refused, their files are read, and the abuser gets only allowed answers. */
export function refusalsAgainst(seen: Seen, one?: Case): string[] {
  return [
    ...refusalsIn(seen.waits).map((refusal) => `refused ${refusal}`),
    ...(seen.failedReadings > 0 ? [`could not read ${seen.failedReadings} files`] : []),
    ...(one ? answersAgainst(seen, one) : []),
  ];
}

/** The waits of others that were too long. */
export function waitsAgainst({ waits, longestReadingMs }: Seen): string[] {
  return [
    ...(waits.p99 > LIMIT_P99_MS ? [`p99 over ${LIMIT_P99_MS} ms`] : []),
    ...(longestReadingMs > LIMIT_READING_MS
      ? [`a file unread for ${Math.round(longestReadingMs / 1000)} s`]
      : []),
  ];
}

function answersAgainst({ answers }: Seen, one: Case): string[] {
  const unforeseen = outcomesIn(answers ?? {}).filter(
    ([outcome]) => !one.allowed.some((each) => each === outcome),
  );
  return [
    ...unforeseen.map(([outcome, count]) => `the abuser got ${outcome} × ${count}`),
    ...missingIn(answers ?? {}, one),
  ];
}

/** The answers that the abuser should have got, and did not get. */
export function missingIn(answers: Counts, { refusedWith, unanswered }: Case): string[] {
  const isRefused = refusedWith?.some((refusal) => answers[refusal]) ?? true;
  return [
    ...(Object.keys(answers).length === 0 && !unanswered ? ['the abuser got no answer'] : []),
    ...(isRefused ? [] : [`the abuser was never refused (${refusedWith?.join(' or ')})`]),
  ];
}

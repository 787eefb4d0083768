/** Matches, ignoring case, an answer that leaves its question out: a regular expression for both JavaScript and PostgreSQL. */
export const SKIP_PATTERN = '^\\s*/?skip\\s*$';

const SKIP = new RegExp(SKIP_PATTERN, 'i');

/** Whether an answer leaves its question out. Nothing else in an answer is interpreted. */
export function isSkip(answer: string): boolean {
  return SKIP.test(answer);
}

/** The pattern of an answer that leaves its question out, whatever its case: a regular expression, here and in PostgreSQL. */
export const SKIP_PATTERN = '^\\s*/?skip\\s*$';

const SKIP = new RegExp(SKIP_PATTERN, 'i');

/** Whether an answer leaves its question out; nothing else that an answer says is interpreted. */
export function isSkip(answer: string): boolean {
  return SKIP.test(answer);
}

/** The limit for comparing two sequences, in steps of about 20 ns. Steps, not seconds: the same values always give the same result, however busy the machine is. */
export const MAX_STEPS = 20_000_000;
/** One more edit costs more than one more token. */
const STEPS_AN_EDIT = 8;

/** The maximum cost of finding some edits between sequences with some tokens (Myers: each edit is tried after each other, and may pass all tokens). */
export function stepsOf(edits: number, tokens: number): number {
  return edits * (STEPS_AN_EDIT * edits + tokens);
}

/** The number of edits that can be found within a number of steps. */
export function editsWithin(steps: number, tokens: number): number {
  const root = Math.sqrt(tokens ** 2 + 4 * STEPS_AN_EDIT * Math.max(0, steps));
  return Math.floor((root - tokens) / (2 * STEPS_AN_EDIT));
}

/** What finding the differences of two sequences may cost, in steps of some 20 ns. Steps, not seconds: the same values are always compared the same, however busy the machine is. */
export const MAX_STEPS = 20_000_000;
/** Following one more edit costs more than walking along one more token. */
const STEPS_AN_EDIT = 8;

/** What it costs at most to find so many edits between sequences of so many tokens (Myers: each edit is tried after each other, and may walk along all tokens). */
export function stepsOf(edits: number, tokens: number): number {
  return edits * (STEPS_AN_EDIT * edits + tokens);
}

/** The number of edits that can be found within so many steps. */
export function editsWithin(steps: number, tokens: number): number {
  const root = Math.sqrt(tokens ** 2 + 4 * STEPS_AN_EDIT * Math.max(0, steps));
  return Math.floor((root - tokens) / (2 * STEPS_AN_EDIT));
}

import { describe, expect, it } from '@jest/globals';
import { editsWithin, MAX_STEPS, stepsOf } from './diff-steps.ts';

describe('the edits that are looked for', () => {
  it.each([0, 1, 100, 20_000, 8_000_000])(
    'are as many as the steps suffice for, with %d tokens',
    (tokens) => {
      const edits = editsWithin(MAX_STEPS, tokens);
      expect(stepsOf(edits, tokens)).toBeLessThanOrEqual(MAX_STEPS);
      expect(stepsOf(edits + 1, tokens)).toBeGreaterThan(MAX_STEPS);
    },
  );

  it('are enough for a document of a thousand lines', () => {
    expect(editsWithin(MAX_STEPS, 2_000)).toBeGreaterThan(1_000);
  });

  it('are none without steps', () => {
    expect(editsWithin(0, 100)).toBe(0);
    expect(editsWithin(-1, 100)).toBe(0);
  });
});

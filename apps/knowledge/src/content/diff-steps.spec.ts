import { describe, expect, it } from '@jest/globals';
import { editsWithin, MAX_STEPS, stepsOf } from './diff-steps.ts';

describe('the limit of edits', () => {
  it.each([0, 1, 100, 20_000, 8_000_000])('is as high as the steps allow, with %d tokens', (tokens) => {
    const edits = editsWithin(MAX_STEPS, tokens);
    expect(stepsOf(edits, tokens)).toBeLessThanOrEqual(MAX_STEPS);
    expect(stepsOf(edits + 1, tokens)).toBeGreaterThan(MAX_STEPS);
  });

  it('is enough for a document of a thousand lines', () => {
    expect(editsWithin(MAX_STEPS, 2_000)).toBeGreaterThan(1_000);
  });

  it('is zero without steps', () => {
    expect(editsWithin(0, 100)).toBe(0);
    expect(editsWithin(-1, 100)).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { isComposing } from './composing.ts';

describe('a key that goes to an input method', () => {
  it.each([
    ['while it composes', { isComposing: true, keyCode: 13 }, true],
    ['in Safari, which says so after the text was confirmed', { isComposing: false, keyCode: 229 }, true],
    ['not otherwise', { isComposing: false, keyCode: 13 }, false],
  ])('is known: %s', (_when, event, isKnown) => {
    expect(isComposing(event)).toBe(isKnown);
  });
});

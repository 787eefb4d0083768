import { describe, expect, it } from '@jest/globals';
import { mistakesAllowed, mistakesBetween } from './misspelling.ts';

describe('the mistakes in a word', () => {
  it.each([
    ['ticket', 'ticket', 0],
    ['tiket', 'ticket', 1],
    ['seasson', 'season', 1],
    ['saeson', 'season', 1],
    ['bycicl', 'bicycl', 2],
    ['', 'ab', 2],
  ])('from %s to %s are %i', (a, b, mistakes) => {
    expect(mistakesBetween(a, b, 2)).toBe(mistakes);
    expect(mistakesBetween(b, a, 2)).toBe(mistakes);
  });

  it('are not counted beyond the most', () => {
    expect(mistakesBetween('train', 'ferry', 2)).toBe(3);
    expect(mistakesBetween('train', 'trainspotting', 2)).toBe(3);
  });

  it('are at most two in long words, one in short ones, and none in the shortest, in the longest and in numbers', () => {
    expect(['bus', 'deck', 'coach', 'season', 'trn330'].map(mistakesAllowed)).toEqual([0, 1, 1, 2, 0]);
    expect([40, 41].map((length) => mistakesAllowed('a'.repeat(length)))).toEqual([2, 0]);
  });
});

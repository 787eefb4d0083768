import { describe, expect, it } from '@jest/globals';
import { beginningOf } from './beginning.ts';

describe('the beginning of a text', () => {
  it.each([
    ['abc', 4, 'abc'],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    ['ab😀c', 4, 'ab😀'],
    ['😀', 1, ''],
    ['', 1, ''],
  ])('has whole characters alone: %j, %i', (text, most, beginning) => {
    expect(beginningOf(text, most)).toBe(beginning);
  });
});

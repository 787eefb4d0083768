import { describe, expect, it } from '@jest/globals';
import { beginningOf, firstCharactersOf } from './beginning.ts';

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
    ['ab🇩🇪🇫🇷', 9, 'ab🇩🇪'],
    ['🇩🇪🇫🇷🇪🇸', 6, '🇩🇪'],
    ['ab👨‍👩‍👧‍👦', 12, 'ab'],
    ['ab👨‍👩‍👧‍👦', 13, 'ab👨‍👩‍👧‍👦'],
    ['ab👍🏽', 4, 'ab'],
    ['abe\u0301', 3, 'ab'],
    ['abe\u0301', 4, 'abe\u0301'],
    ['हिन्दी', 3, 'हि'],
    ['\u1112\u1161\u11ab\u1100\u116e\u11a8', 5, '\u1112\u1161\u11ab'],
    ['👨‍👩‍👧‍👦', 4, '👨‍'],
    [`e${'\u0301'.repeat(9)}`, 5, `e${'\u0301'.repeat(4)}`],
  ])('has whole characters alone: %j, %i', (text, most, beginning) => {
    expect(beginningOf(text, most)).toBe(beginning);
  });

  it.each([
    ['abcd', 3, 'abc'],
    ['😀😀😀', 2, '😀😀'],
    ['😀🇩🇪🇫🇷', 4, '😀🇩🇪'],
    ['a👨‍👩‍👧‍👦b', 7, 'a'],
    ['a👨‍👩‍👧‍👦b', 8, 'a👨‍👩‍👧‍👦'],
    ['', 3, ''],
  ])('may be limited by code points: %j, %i', (text, most, beginning) => {
    expect(firstCharactersOf(text, most)).toBe(beginning);
  });

  it('is never longer than allowed, and never in the middle of a character', () => {
    const text = `Zoé🇩🇪नमस्ते👨‍👩‍👧‍👦${'e\u0301'.repeat(3)}각ภาษาไทย`.normalize('NFD');
    const ends = [...new Intl.Segmenter().segment(text)].map(({ index }) => index).slice(1);
    for (let most = 1; most < text.length; most += 1) {
      expect(beginningOf(text, most).length).toBe(ends.findLast((end) => end <= most));
      expect([...firstCharactersOf(text, most)].length).toBeLessThanOrEqual(most);
    }
  });
});

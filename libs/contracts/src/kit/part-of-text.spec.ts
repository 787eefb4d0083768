import { describe, expect, it } from '@jest/globals';
import { partOfText } from './part-of-text.ts';

/** All parts of a text in order. */
function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  for (let next: number | null = 0; next !== null;) {
    const part = partOfText(text, next, most);
    parts.push(part.text);
    next = part.next_offset;
  }
  return parts;
}

describe('a part of a text', () => {
  it('says where it is, how long the text is, and where the next one begins', () => {
    const whole = { total_characters: 6 };
    expect(partOfText('abcdef', 0, 4)).toEqual({ ...whole, offset: 0, text: 'abcd', next_offset: 4 });
    expect(partOfText('abcdef', 4, 4)).toEqual({ ...whole, offset: 4, text: 'ef', next_offset: null });
    expect(partOfText('abcdef', 2, 4)).toEqual({ ...whole, offset: 2, text: 'cdef', next_offset: null });
    expect(partOfText('abcdef', 99, 4)).toEqual({ ...whole, offset: 99, text: '', next_offset: null });
    expect(partOfText('', 0, 4)).toEqual({ total_characters: 0, offset: 0, text: '', next_offset: null });
  });

  it.each([1, 2, 3, 4, 5])('cuts no character in two, with %i at most', (most) => {
    const text = 'a😀😀b😀c';
    const parts = partsOf(text, most);
    expect(parts.join('')).toBe(text);
    expect(parts.filter((part) => part === '' || part.includes('\ufffd'))).toEqual([]);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(Math.max(most, 2));
  });

  it('that begins within a character is still a text', () => {
    expect(partOfText('😀b', 1, 5)).toMatchObject({ text: '\ufffdb', next_offset: null });
  });
});

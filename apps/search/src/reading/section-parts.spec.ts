import { describe, expect, it } from '@jest/globals';
import { partsOf } from './section-parts.ts';

const LONGEST = 256 * 1024;
const parts = (text: string) => [...partsOf({ page: 2, heading: 'A', text })];

describe('the parts of a section', () => {
  it('are one when its text is not long', () => {
    expect(parts('text')).toEqual([{ page: 2, heading: 'A', text: 'text' }]);
  });

  it.each([
    ['of one line', 'x'.repeat(3 * LONGEST + 5)],
    ['of lines', 'some words\r\n'.repeat(100_000)],
    ['of large characters', `x${'😀'.repeat(LONGEST)}`],
    ['of line breaks', '\n'.repeat(2 * LONGEST)],
  ])('make up a text %s, none too long', (_what, text) => {
    const made = parts(text);
    expect(made.map((part) => part.text).join('')).toBe(text);
    expect(made.map(({ continues = false }) => continues)).toEqual(made.map((_part, n) => n > 0));
    for (const part of made) {
      expect(part.text.length).toBeLessThanOrEqual(LONGEST);
      expect(part.text.isWellFormed()).toBe(true);
    }
  });

  it('end within lines', () => {
    const made = parts('some words\r\n'.repeat(100_000));
    for (const { text } of made.slice(0, -1)) expect(text).toMatch(/[^\r\n]$/);
    for (const { text } of made.slice(1)) expect(text).toMatch(/^[^\r\n]/);
  });
});

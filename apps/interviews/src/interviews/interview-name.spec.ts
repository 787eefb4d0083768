import { describe, expect, it } from '@jest/globals';
import { nameFrom } from './interview-name.ts';

describe('a name that is made from a topic', () => {
  it('is its first line, shortened between words', () => {
    expect(nameFrom('  One\r\nTwo')).toBe('One');
    expect(nameFrom(`${'word '.repeat(19)}longword and more`)).toBe(`${'word '.repeat(18)}word…`);
    expect(nameFrom('x'.repeat(200))).toBe(`${'x'.repeat(100)}…`);
  });

  it('is as long for characters that UTF-16 writes as two', () => {
    expect(nameFrom('😀'.repeat(100))).toBe('😀'.repeat(100));
    expect(nameFrom('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`);
  });

  it('never ends within a character', () => {
    expect(nameFrom(`${'x'.repeat(99)}😀${'x'.repeat(50)}`)).toBe(`${'x'.repeat(99)}😀…`);
  });
});

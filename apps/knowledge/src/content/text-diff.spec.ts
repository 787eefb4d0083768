import { describe, expect, it } from '@jest/globals';
import { applyPatch } from 'diff';
import { textDiff } from './text-diff.ts';

const MIB = 1024 * 1024;
const diff = (from: string, to: string): string => textDiff(from, to, 'a version 1', 'a version 2');
const lines = (count: number, text = 'line'): string =>
  Array.from({ length: count }, (_, n) => `${text} ${n}\n`).join('');

describe('the difference of texts', () => {
  it('is a unified diff that names both', () => {
    expect(diff('one\ntwo\n', 'one\n2\n')).toBe(
      '--- a version 1\n+++ a version 2\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    );
  });

  it('is empty when they are equal', () => {
    expect(diff('same', 'same')).toBe('');
    expect(diff('', '')).toBe('');
  });

  it('shows three lines around each change', () => {
    const text = lines(20);
    const hunk = diff(text, text.replace('line 10\n', '')).split('\n').slice(3, -1);
    expect(hunk).toHaveLength(7);
  });

  it.each([
    ['something from nothing', '', 'a\nb\n'],
    ['nothing from something', 'a\nb\n', ''],
    ['a last line without its end', 'a\nb\n', 'a\nb'],
    ['an end for the last line', 'a\nb', 'a\nb\n'],
    ['only line ends', '\n', '\n\n\n'],
    ['carriage returns', 'a\r\nb\r\n', 'a\r\nc\r\n'],
    ['mixed line ends', 'a\r\nb\nc\r', 'a\nb\r\nc\r'],
    ['lines that look like a diff', '-a\n+b\n@@ -1 +1 @@\n', '--- a\n+++ b\n\\ No newline at end of file\n'],
    ['other scripts', 'привет\n世界\n😀\n', 'привет\n世\n😀😀\n'],
    ['separators that are no line ends', 'a\u2028b\u0085c\n', 'a\u2028b\u0085d\n'],
    ['many scattered changes', lines(500), lines(500).replaceAll('5\n', '5 changed\n')],
    ['more changes than are looked for', lines(8_000, 'a'), lines(8_000, 'b')],
    ['more changes, without a last line end', lines(8_000, 'a').trimEnd(), lines(8_000, 'b').trimEnd()],
    ['everything from nothing', '', lines(50_000)],
    ['nothing from everything', lines(50_000), ''],
  ])('turns one into the other: %s', (_, from, to) => {
    expect(applyPatch(from, diff(from, to), { autoConvertLineEndings: false })).toBe(to);
  });

  it('replaces the whole of a text that is too costly to compare', () => {
    const [from, to] = ['a\n'.repeat(2 * MIB), 'b\n'.repeat(2 * MIB)];
    const text = diff(from, to);
    expect(text.slice(0, 80)).toContain(`@@ -1,${2 * MIB} +1,${2 * MIB} @@\n-a\n`);
    expect(text.endsWith('+b\n')).toBe(true);
  });

  it('is deterministic', () => {
    const [from, to] = [lines(3_000, 'a'), lines(3_000, 'b')];
    expect(diff(from, to)).toBe(diff(from, to));
  });

  it('finds a small change in a large text', () => {
    const text = lines(100_000);
    expect(diff(text, text.replace('line 5000\n', '')).split('\n')).toHaveLength(11);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ReplayWindow } from './replay-window.ts';

describe('a replay window', () => {
  it('admits each number once, in any order within the window', () => {
    const window = new ReplayWindow();
    const numbers = Array.from({ length: 8_000 }, (_, n) => n + 1);
    const mixed = numbers.toSorted((a, b) => ((a * 7_919) % 8_000) - ((b * 7_919) % 8_000));
    expect(mixed.filter((number) => !window.admits(number))).toEqual([]);
    expect(mixed.filter((number) => window.admits(number))).toEqual([]);
  });

  it('admits nothing that is further behind than the window', () => {
    const window = new ReplayWindow();
    expect(window.admits(100_000)).toBe(true);
    expect(window.admits(100_000 - 8_192)).toBe(false);
    expect(window.admits(100_000 - 8_191)).toBe(true);
    expect(window.admits(100_000 - 8_191)).toBe(false);
  });

  it.each([1, 7, 8_191, 8_192, 8_193, 1_000_000])('remembers what it admitted across gaps of %p', (gap) => {
    const window = new ReplayWindow();
    const numbers = Array.from({ length: 50 }, (_, n) => 1 + n * gap);
    expect(numbers.filter((number) => !window.admits(number))).toEqual([]);
    expect(numbers.filter((number) => window.admits(number))).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('does not admit %p', (number) => {
    expect(new ReplayWindow().admits(number)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Moments } from './moments.ts';

function momentsOf(values: readonly number[]): Moments {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments;
}

describe('moments', () => {
  it('are those of the numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 2 }), (values) => {
        const moments = new Moments();
        for (const value of values) moments.add(value);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        expect(moments.mean).toBeCloseTo(mean, 5);
        expect(moments.standardDeviation).toBeCloseTo(Math.sqrt(squares / (values.length - 1)), 3);
        expect([moments.min, moments.max]).toEqual([Math.min(...values), Math.max(...values)]);
      }),
    );
  });

  it.each<[number | null, readonly number[]]>([
    [58.35, [44, 71, 99, 57, 15, 74, 89, 23, 60, 97, 64, 18, 86, 93, 63, 78, 53, 4, 73, 6]],
    [0.1, [0.1, 0.1, 0.1]],
    [1 / 3, [1e16, 1, -1e16]],
    [1 / 3, [1, 1e16, -1e16]],
    [0.2, [1e16, 1, -1e16, 1e20, -1e20]],
    [0, [Number.MAX_VALUE, -Number.MAX_VALUE]],
    [Number.MAX_VALUE, [Number.MAX_VALUE, Number.MAX_VALUE, Number.MAX_VALUE]],
    [Number.MIN_VALUE, [Number.MIN_VALUE]],
    [-2.5, [0, -5]],
  ])('have the mean of the exact sum: %d', (mean, values) => {
    expect(momentsOf(values).mean).toBe(mean);
  });

  it.each([
    [Math.SQRT1_2 * 1e-200, [1e-200, 2e-200]],
    [Math.SQRT1_2 * 1e200, [1e200, 2e200]],
    [1e200, [1e-200, 1e200, -1e200]],
    [1e308, [0, 1e308, -1e308]],
    [0, [6.1, 6.1, 6.1, 6.1]],
    [Math.sqrt(4.5e12), [1, 3e6 + 1]],
  ])('have a deviation of any size: %d', (deviation, values) => {
    const { standardDeviation } = momentsOf(values);
    if (deviation === 0) expect(standardDeviation).toBe(0);
    else expect((standardDeviation ?? NaN) / deviation).toBeCloseTo(1, 14);
  });

  it('keep their precision far from zero', () => {
    const moments = new Moments();
    for (const value of [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]) moments.add(value);
    expect(moments.standardDeviation).toBeCloseTo(Math.sqrt(30), 9);
  });

  it('have no mean without a number, no deviation for one, and none that is no number', () => {
    const moments = new Moments();
    expect([moments.mean, moments.standardDeviation]).toEqual([null, null]);
    moments.add(Number.MAX_VALUE);
    expect([moments.mean, moments.standardDeviation]).toEqual([Number.MAX_VALUE, null]);
    moments.add(-Number.MAX_VALUE);
    expect(moments.standardDeviation).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Moments } from './moments.ts';
import { QuantileSketch } from './quantile-sketch.ts';

const numbers = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 400 });
const share = fc.double({ noNaN: true, min: 0, max: 1 });

function sketchOf(values: readonly number[], capacity: number): QuantileSketch {
  const sketch = new QuantileSketch(capacity);
  for (const value of values) sketch.add(value);
  return sketch;
}

function exact(values: readonly number[], at: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = at * (sorted.length - 1);
  const [below = 0, above = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return below + (above - below) * (rank - Math.floor(rank));
}

describe('quantiles', () => {
  it('are exact for as many numbers as fit', () => {
    fc.assert(
      fc.property(numbers, share, (values, at) => {
        expect(sketchOf(values, 400).quantile(at)).toBeCloseTo(exact(values, at), 4);
      }),
    );
  });

  it.each<[string, (at: number) => number]>([
    ['in order', (at) => at],
    ['in reverse order', (at) => -at],
    ['mixed', (at) => (at * 7_919) % 20_011],
    ['skewed', (at) => 1.001 ** ((at * 7_919) % 20_011)],
    ['mostly equal', (at) => ((at * 7_919) % 20_011 < 15_000 ? 5 : at)],
  ])('are off by few ranks for more (%s)', (_name, valueAt) => {
    const values = Array.from({ length: 20_000 }, (_none, at) => valueAt(at));
    const sketch = sketchOf(values, 500);
    for (const at of [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1]) {
      const [low, high] = [exact(values, Math.max(0, at - 0.008)), exact(values, Math.min(1, at + 0.008))];
      const value = sketch.quantile(at) ?? NaN;
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    }
  });

  it('never leave the bounds of the numbers, nor change their order', () => {
    fc.assert(
      fc.property(numbers, share, share, (values, one, other) => {
        const sketch = sketchOf(values, 20);
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map(
          (at) => sketch.quantile(at) ?? NaN,
        );
        const slack = 1e-6;
        expect(low).toBeGreaterThanOrEqual(Math.min(...values) - slack);
        expect(high).toBeLessThanOrEqual(Math.max(...values) + slack);
        expect(low).toBeLessThanOrEqual((high ?? NaN) + slack);
      }),
    );
  });

  it('are null without numbers', () => {
    expect(new QuantileSketch(10).quantile(0.5)).toBeNull();
  });
});

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

  it('keep their precision far from zero', () => {
    const moments = new Moments();
    for (const value of [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]) moments.add(value);
    expect(moments.standardDeviation).toBeCloseTo(Math.sqrt(30), 9);
  });

  it('have no mean without a number, no deviation for one, and none that is no number', () => {
    const moments = new Moments();
    expect([moments.mean, moments.standardDeviation]).toEqual([null, null]);
    moments.add(Number.MAX_VALUE);
    expect(moments.standardDeviation).toBeNull();
    moments.add(-Number.MAX_VALUE);
    expect(moments.standardDeviation).toBeNull();
  });
});

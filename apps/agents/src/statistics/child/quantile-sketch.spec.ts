import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
        expect(low).toBeGreaterThanOrEqual(Math.min(...values));
        expect(high).toBeLessThanOrEqual(Math.max(...values));
        expect(low).toBeLessThanOrEqual((high ?? NaN) + slack);
      }),
    );
  });

  it.each([5, 20])('are the number itself where all are equal, with room for %d', (capacity) => {
    const cents = fc.integer({ min: -10_000, max: 10_000 }).map((each) => each / 100);
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 20 }), share, (value, count, at) => {
        expect(sketchOf(Array(count).fill(value), capacity).quantile(at)).toBe(value);
      }),
    );
  });

  it('are numbers however large those are', () => {
    const values = Array.from({ length: 400 }, (_none, at) => (at % 2 ? 1 : -1) * Number.MAX_VALUE);
    const sketch = sketchOf(values, 20);
    for (const at of [0, 0.1, 0.4, 0.5, 0.6, 1]) expect(Number.isFinite(sketch.quantile(at))).toBe(true);
    expect(sketch.quantile(0)).toBe(-Number.MAX_VALUE);
    expect(sketch.quantile(1)).toBe(Number.MAX_VALUE);
  });

  it('are null without numbers', () => {
    expect(new QuantileSketch(10).quantile(0.5)).toBeNull();
  });
});

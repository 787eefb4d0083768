import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ValueCounts, ValueRoom } from './value-counts.ts';

function countsOf(values: readonly string[], most: number, room = new ValueRoom(1_000)): ValueCounts {
  const counts = new ValueCounts(most, room);
  for (const value of values) counts.add(value);
  return counts;
}

describe('the counts of values', () => {
  it('are exact for as many different values as may be counted', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2 }), { maxLength: 200 }), (values) => {
        const counts = countsOf(values, 200);
        expect(counts.distinct).toBe(new Set(values).size);
        const sum = counts.top(200)?.reduce((all, { count }) => all + count, 0);
        expect(sum).toBe(values.length);
      }),
    );
  });

  it('have the most frequent values first', () => {
    expect(countsOf(['b', 'a', 'c', 'a'], 10).top(2)).toEqual([
      { value: 'a', count: 2 },
      { value: 'b', count: 1 },
    ]);
  });

  it.each([100, 3_000, 100_000])('are an estimate for more: %d values', (length) => {
    const values = Array.from({ length }, (_none, at) => `value ${at}`);
    const counts = countsOf([...values, ...values.slice(0, 10_000)], 50);
    expect(counts.isEstimated).toBe(true);
    expect(counts.top(5)).toBeNull();
    expect(Math.abs(counts.distinct / length - 1)).toBeLessThan(0.06);
  });

  it.each([8_000, 10_500, 12_000])('are estimated without a bias: %d values', (length) => {
    const errors = Array.from({ length: 20 }, (_none, round) => {
      const values = Array.from({ length }, (_each, at) => `${round} ${at}`);
      return countsOf(values, 50).distinct / length - 1;
    });
    const bias = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(Math.abs(bias)).toBeLessThan(0.012);
  });

  it('are an estimate of long values that were counted before, too', () => {
    const values = Array.from({ length: 1_001 }, (_none, at) => `${'x'.repeat(200)}${at}`);
    const { distinct } = countsOf([...values, ...values], 1_000);
    expect(Math.abs(distinct / values.length - 1)).toBeLessThan(0.06);
  });

  it('share the room of a document, and leave it once they are estimates', () => {
    const room = new ValueRoom(4);
    const first = countsOf(['a', 'b', 'c'], 10, room);
    const second = countsOf(['a', 'b'], 10, room);
    expect([first.isEstimated, second.isEstimated, room.left]).toEqual([false, true, 1]);
  });

  it('tell long values apart, and show their beginnings', () => {
    const long = 'x'.repeat(100_000);
    const counts = countsOf([`${long}a`, `${long}b`, `${long}b`], 10);
    expect(counts.top(1)).toEqual([{ value: `${'x'.repeat(100)}…`, count: 2 }]);
    expect(counts.distinct).toBe(2);
  });
});

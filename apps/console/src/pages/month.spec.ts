import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { among, newest, perDay } from './month.ts';

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000 - 1_000).toISOString();

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 10, 15, 12) });
});

afterEach(() => {
  jest.useRealTimers();
});

/** Lists items, and counts those that are read. */
function listing<T>(items: readonly T[]): { readonly list: AsyncIterable<T>; readonly read: () => number } {
  let read = 0;
  async function* list(): AsyncGenerator<T, void> {
    for (const item of items) {
      read += 1;
      yield await Promise.resolve(item);
    }
  }
  return { list: list(), read: () => read };
}

describe('what of a list is of the month', () => {
  it('ends with the first older one where the list is in the order of that time', async () => {
    const { list, read } = listing([1, 29, 31, 40]);
    expect(await newest(list, ago)).toEqual([1, 29]);
    expect(read()).toBe(3);
  });

  it('is found behind older ones where the list is in another order', async () => {
    expect(await among(listing([40, 2, 50, 3]).list, ago)).toEqual([2, 3]);
  });

  it('is looked for among the first 2,000', async () => {
    const many = Array.from({ length: 2_100 }, () => 1);
    for (const look of [newest, among]) {
      const { list, read } = listing(many);
      expect(await look(list, ago)).toHaveLength(2_000);
      expect(read()).toBe(2_000);
    }
  });
});

describe('a picture of the month', () => {
  it('has each day with what happened on it, today last, and nothing that is older', () => {
    const counts = perDay([ago(0), ago(0), ago(2), ago(29), ago(30)]).map(({ count }) => count);
    expect(counts).toHaveLength(30);
    expect([counts[0], counts.at(-3), counts.at(-2), counts.at(-1)]).toEqual([1, 1, 0, 2]);
  });

  it('has what happened late yesterday on yesterday, and nothing of a year ago', () => {
    jest.setSystemTime(new Date(2026, 10, 15, 1));
    const lateYesterday = new Date(2026, 10, 14, 23).toISOString();
    const days = perDay([lateYesterday, new Date(2025, 10, 14, 12).toISOString()]);
    expect(days.slice(-2)).toEqual([
      { name: 'Nov 14', count: 1 },
      { name: 'Nov 15', count: 0 },
    ]);
  });
});

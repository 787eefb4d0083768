import { describe, expect, it } from '@jest/globals';
import { pageOf, withinFound } from './page-statement.ts';

describe('the part of a page among the first 10,000 results', () => {
  it.each([
    [20, 0, 20],
    [20, 9_980, 20],
    [20, 9_990, 10],
    [1_000, 10_000, 0],
    [1_000, 400_000, 0],
  ])('of %d after %d is %d', (limit, offset, left) => {
    expect(withinFound({ limit, offset })).toEqual({ limit: left, offset });
  });
});

describe('a page', () => {
  it('is the rows of a list without their total', () => {
    expect(pageOf([{ total: 9, id: 'a' }])).toEqual({ count: 9, results: [{ id: 'a' }] });
  });

  it('says where there may be more results than it counts', () => {
    expect(pageOf([{ total: 9, is_minimum: true, id: 'a' }])).toEqual({
      count: 9,
      count_is_minimum: true,
      results: [{ id: 'a' }],
    });
    expect(pageOf([{ total: 9, is_minimum: false, id: null }])).toEqual({ count: 9, results: [] });
  });

  it('past the end has the total and no results', () => {
    expect(pageOf([{ total: 9, id: null }])).toEqual({ count: 9, results: [] });
    expect(pageOf([])).toEqual({ count: 0, results: [] });
  });
});

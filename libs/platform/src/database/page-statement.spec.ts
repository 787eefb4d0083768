import { describe, expect, it } from '@jest/globals';
import { pageOf } from './page-statement.ts';

describe('a page', () => {
  it('is the rows of a list without their total', () => {
    expect(pageOf([{ total: 9, id: 'a' }])).toEqual({ count: 9, results: [{ id: 'a' }] });
  });

  it('past the end has the total and no results', () => {
    expect(pageOf([{ total: 9, id: null }])).toEqual({ count: 9, results: [] });
    expect(pageOf([])).toEqual({ count: 0, results: [] });
  });
});

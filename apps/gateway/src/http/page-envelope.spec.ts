import { describe, expect, it } from '@jest/globals';
import { type PagePlace, envelopeEnd, envelopeHead } from './page-envelope.ts';

const ADDRESS = 'https://eu.example.test/api/v1/projects/p/users/';

function around(place: Partial<PagePlace>): { count: number; next: string | null; previous: string | null } {
  const head = envelopeHead({ count: 0, limit: 100, offset: 0, others: '', address: ADDRESS, ...place });
  return JSON.parse(`${head}[]}`) as ReturnType<typeof around>;
}

describe('the envelope of a page', () => {
  it('of a whole list has no links', () => {
    expect(around({ count: 3 })).toEqual({ count: 3, next: null, previous: null, results: [] });
  });

  it('of an empty list has no links', () => {
    expect(around({ count: 0 })).toMatchObject({ count: 0, next: null, previous: null });
  });

  it('links to the next page with limit and offset', () => {
    expect(around({ count: 5, limit: 2 }).next).toBe(`${ADDRESS}?limit=2&offset=2`);
  });

  it('links to the first page without an offset', () => {
    expect(around({ count: 5, limit: 2, offset: 2 }).previous).toBe(`${ADDRESS}?limit=2`);
    expect(around({ count: 5, limit: 2, offset: 1 }).previous).toBe(`${ADDRESS}?limit=2`);
  });

  it('links both ways from the middle', () => {
    expect(around({ count: 9, limit: 2, offset: 4 })).toMatchObject({
      next: `${ADDRESS}?limit=2&offset=6`,
      previous: `${ADDRESS}?limit=2&offset=2`,
    });
  });

  it('has no next page where the last result is on this one', () => {
    expect(around({ count: 6, limit: 2, offset: 4 }).next).toBeNull();
    expect(around({ count: 7, limit: 2, offset: 4 }).next).toBe(`${ADDRESS}?limit=2&offset=6`);
  });

  it('past the end has the true count and a previous page', () => {
    expect(around({ count: 3, limit: 2, offset: 10 })).toEqual({
      count: 3,
      next: null,
      previous: `${ADDRESS}?limit=2&offset=8`,
      results: [],
    });
  });

  it('ends with the further fields that a list has', () => {
    expect([envelopeEnd(), envelopeEnd('{}')]).toEqual(['}', '}']);
    expect(JSON.parse(`{"results":[]${envelopeEnd('{"status_counts":{"pending":2}}')}`)).toEqual({
      results: [],
      status_counts: { pending: 2 },
    });
  });

  it('keeps every other parameter in its links', () => {
    expect(around({ count: 5, limit: 2, offset: 2, others: 'search=a%22b&' })).toMatchObject({
      next: `${ADDRESS}?search=a%22b&limit=2&offset=4`,
      previous: `${ADDRESS}?search=a%22b&limit=2`,
    });
  });
});

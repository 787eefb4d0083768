import { describe, expect, it } from '@jest/globals';
import { apiTime, pageOf } from './statement.ts';

describe('a time of the API', () => {
  it.each([
    ['2026-11-21 10:20:30+00', '2026-11-21T10:20:30.000Z'],
    ['2026-11-21 10:20:30.5+00', '2026-11-21T10:20:30.500Z'],
    ['2026-11-21 10:20:30.12+00', '2026-11-21T10:20:30.120Z'],
    ['2026-11-21 10:20:30.123+00', '2026-11-21T10:20:30.123Z'],
    ['2026-11-21 10:20:30.123987+00', '2026-11-21T10:20:30.123Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ])('is PostgreSQL’s %s as %s', (text, time) => {
    expect(apiTime(text)).toBe(time);
    expect(new Date(time).toISOString()).toBe(time);
  });
});

describe('a page', () => {
  it('is the rows of a listing without their total', () => {
    expect(pageOf([{ total: 9, id: 'a' }])).toEqual({ count: 9, results: [{ id: 'a' }] });
  });

  it('past the end tells the number and has no results', () => {
    expect(pageOf([{ total: 9, id: null }])).toEqual({ count: 9, results: [] });
    expect(pageOf([])).toEqual({ count: 0, results: [] });
  });
});

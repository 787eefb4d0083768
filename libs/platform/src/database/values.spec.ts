import { describe, expect, it } from '@jest/globals';
import { apiTime, bigintNumber, containing } from './values.ts';

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

  it.each(['2026-11-21 10:20:30.5-03:30', '2026-11-21 10:20:30+02', '21/11/2026 10:20:30 UTC', 'infinity'])(
    'is never read from %s',
    (text) => {
      expect(() => apiTime(text)).toThrow('PostgreSQL wrote a time that is not in UTC.');
    },
  );
});

describe('a bigint column', () => {
  it.each([
    ['0', 0],
    ['-7', -7],
    ['9007199254740991', 9_007_199_254_740_991],
    [null, null],
  ])('reads %s as the number', (text, number) => {
    expect(bigintNumber.from(text)).toBe(number);
    expect(bigintNumber.to(number)).toBe(number);
  });
});

describe('the pattern for texts that contain a text', () => {
  it.each([
    ['plain', '%plain%'],
    ['', '%%'],
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['c:\\d\\', '%c:\\\\d\\\\%'],
  ])('%s is %s: its own characters stand for themselves', (text, pattern) => {
    expect(containing(text)).toBe(pattern);
  });
});

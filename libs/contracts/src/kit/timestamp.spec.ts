import { describe, expect, it } from '@jest/globals';
import { isTimestamp, timeOf } from './timestamp.ts';

describe('a timestamp', () => {
  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59+14:00'])(
    'is %s',
    (text) => {
      expect(isTimestamp(text)).toBe(true);
    },
  );

  it.each([
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:59-14:00',
  ])('is not %s, which is no year of four digits in UTC', (text) => {
    expect(isTimestamp(text)).toBe(false);
  });
});

describe('the time of a timestamp', () => {
  it.each([
    ['2026-11-21T10:00:00.5+01:00', '2026-11-21T09:00:00.500Z'],
    ['2026-11-21t10:00:00z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:00.1239Z', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21T10:00:00-0330', '2026-11-21T13:30:00.000Z'],
    ['2026-11-21T10:00:00+01', '2026-11-21T09:00:00.000Z'],
  ])('%s is %s', (text, time) => {
    expect(timeOf(text).toISOString()).toBe(time);
  });

  it('is within the day for a leap second', () => {
    expect(timeOf('2016-12-31T23:59:60Z').toISOString()).toBe('2016-12-31T23:59:59.999Z');
    expect(timeOf('2017-01-01T00:59:60.5+01:00').toISOString()).toBe('2016-12-31T23:59:59.999Z');
  });
});

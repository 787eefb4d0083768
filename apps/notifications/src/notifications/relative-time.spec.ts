import { describe, expect, it } from '@jest/globals';
import { relativeTime } from './relative-time.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');
const SECOND = 1;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relative time', () => {
  it.each([
    [0, 'just now'],
    [-5 * MINUTE, 'just now'],
    [59 * SECOND, 'just now'],
    [MINUTE, '1 minute ago'],
    [2 * MINUTE - SECOND, '1 minute ago'],
    [5 * MINUTE, '5 minutes ago'],
    [HOUR - SECOND, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - SECOND, '23 hours ago'],
    [DAY, '1 day ago'],
    [7 * DAY - SECOND, '6 days ago'],
    [7 * DAY, '1 week ago'],
    [29 * DAY, '4 weeks ago'],
    [30 * DAY, '1 month ago'],
    [364 * DAY, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [800 * DAY, '2 years ago'],
  ])('of %d seconds is "%s"', (seconds, words) => {
    expect(relativeTime(new Date(NOON.getTime() - seconds * 1000), NOON)).toBe(words);
  });
});

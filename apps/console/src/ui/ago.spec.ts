import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { agoOf } from './ago.ts';

/** A Monday. */
const NOW = new Date(2026, 10, 16, 10, 30);

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
  jest.useRealTimers();
});

const inMinutes = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

describe('how long ago something was', () => {
  it('is counted in days of the calendar', () => {
    expect(agoOf(new Date(2026, 10, 14, 23))).toBe('2 days ago');
    expect(agoOf(new Date(2026, 10, 15, 9))).toBe('yesterday');
    expect(agoOf(new Date(2026, 10, 17, 21, 30))).toBe('tomorrow');
    expect(agoOf(new Date(2026, 10, 17, 23))).toBe('tomorrow');
    expect(agoOf(new Date(2026, 10, 18, 0, 30))).toBe('in 2 days');
  });

  it('is counted in hours and minutes that have passed', () => {
    expect(agoOf(inMinutes(-59.6))).toBe('59 minutes ago');
    expect(agoOf(inMinutes(-119))).toBe('1 hour ago');
    expect(agoOf(inMinutes(-23.9 * 60))).toBe('23 hours ago');
    expect(agoOf(inMinutes(-0.9))).toBe('just now');
  });

  it('is one of the larger unit as soon as it is a whole one', () => {
    expect([-1, -60, -24 * 60].map((minutes) => agoOf(inMinutes(minutes)))).toEqual([
      '1 minute ago',
      '1 hour ago',
      'yesterday',
    ]);
  });

  it('is a date where that is more than 30 days', () => {
    expect(agoOf(new Date(2026, 9, 16))).toBe('Oct 16, 2026');
  });
});

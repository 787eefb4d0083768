import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../test/world.ts';
import { expiryOf, type KeyState, refusalOf, statusOf } from './key-status.ts';

const BEFORE = '2026-11-21T11:59:59.999Z';
const AT = '2026-11-21T12:00:00.000Z';
const AFTER = '2026-11-21T12:00:00.001Z';
const GOOD: KeyState = { status: 'active', expires_at: null, revoked_at: null };

describe('the status of a key', () => {
  it.each<[KeyState, string]>([
    [GOOD, 'active'],
    [{ ...GOOD, expires_at: AFTER }, 'active'],
    [{ ...GOOD, expires_at: AT }, 'expired'],
    [{ ...GOOD, expires_at: BEFORE }, 'expired'],
    [{ ...GOOD, status: 'disabled' }, 'disabled'],
    [{ ...GOOD, status: 'disabled', expires_at: AFTER }, 'disabled'],
    [{ ...GOOD, status: 'disabled', expires_at: BEFORE }, 'expired'],
    [{ ...GOOD, revoked_at: AT }, 'revoked'],
    [{ status: 'disabled', expires_at: BEFORE, revoked_at: BEFORE }, 'revoked'],
  ])('of %j is %s', (state, status) => {
    expect(statusOf(state, NOON)).toBe(status);
  });
});

describe('a key', () => {
  it('is refused as revoked, else expired, else disabled', () => {
    const all = { status: 'disabled' as const, expires_at: BEFORE, revoked_at: BEFORE, is_active: false };
    expect(refusalOf(all, NOON)).toBe('API key revoked.');
    expect(refusalOf({ ...all, revoked_at: null }, NOON)).toBe('API key expired.');
    expect(refusalOf({ ...all, revoked_at: null, expires_at: null }, NOON)).toBe('API key disabled.');
  });

  it('of a deactivated service account is disabled, and of an active one valid', () => {
    expect(refusalOf({ ...GOOD, is_active: false }, NOON)).toBe('API key disabled.');
    expect(refusalOf({ ...GOOD, is_active: true }, NOON)).toBeUndefined();
  });
});

describe('the expiry of a key', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00.1239+05:30', '2026-11-21T06:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is %s, in UTC to the millisecond', (text, expiry) => {
    expect(expiryOf(text).toISOString()).toBe(expiry);
  });

  it.each(['2016-12-31T23:59:60Z', '9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00', 'soon'])(
    'cannot be %s',
    (text) => {
      expect(() => expiryOf(text)).toThrow(
        expect.objectContaining({
          data: expect.objectContaining({
            fields: { expires_at: ['Enter a valid date and time, in ISO 8601 with its time zone.'] },
          }),
        }),
      );
    },
  );
});

import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../test/world.ts';
import { type KeyState, refusalOf, statusOf } from './key-status.ts';

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

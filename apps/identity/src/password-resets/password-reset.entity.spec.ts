import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../test/world.ts';
import { User } from '../users/user.entity.ts';
import { PasswordReset } from './password-reset.entity.ts';

const MINUTE = 60_000;
const ANA = Object.assign(new User(), { id: 'ana', email: 'ana@example.test', isActive: true });
const at = (ms: number): Date => new Date(NOON.getTime() + ms);

/** A reset that was mailed at noon. */
function mailed(): PasswordReset {
  return Object.assign(PasswordReset.request(ANA, null, NOON), { tokenHash: 'hash' });
}

describe('a request of a password reset', () => {
  it('is valid for an hour', () => {
    const first = PasswordReset.request(ANA, null, NOON);
    expect(first).toMatchObject({
      userId: 'ana',
      email: 'ana@example.test',
      edition: 1,
      tokenHash: null,
      expiresAt: at(60 * MINUTE),
      requestedAt: NOON,
    });
    expect([
      first.isOpen(NOON),
      mailed().isOpen(at(60 * MINUTE - 1)),
      mailed().isOpen(at(60 * MINUTE)),
    ]).toEqual([false, true, false]);
  });

  it('is the same edition while the last one is valid for more than 15 minutes', () => {
    const last = mailed();
    const again = PasswordReset.request(ANA, last, at(45 * MINUTE - 1));
    expect(again).toMatchObject({ id: last.id, edition: 1, expiresAt: last.expiresAt });
    const next = PasswordReset.request(ANA, last, at(45 * MINUTE));
    expect(next).toMatchObject({ id: last.id, edition: 2, expiresAt: at(105 * MINUTE) });
  });

  it('is another edition for another mailbox', () => {
    const moved = Object.assign(new User(), { ...ANA, email: 'eva@example.test' });
    expect(PasswordReset.request(moved, mailed(), NOON)).toMatchObject({
      email: 'eva@example.test',
      edition: 2,
    });
  });

  it.each([
    ['its user', {}, true],
    ['another user', { id: 'eva' }, false],
    ['who is not active', { isActive: false }, false],
    ['who has another mailbox', { email: 'eva@example.test' }, false],
  ])('is valid for %s: %j, %s', (_who, differences, isOpen) => {
    const user = Object.assign(new User(), { ...ANA, ...differences });
    expect(mailed().isOpenFor(user, NOON)).toBe(isOpen);
    expect(mailed().isOpenFor(user, at(60 * MINUTE))).toBe(false);
  });
});

describe('a password reset', () => {
  it.each([
    ['a second ago', -1_000, false],
    ['a minute ago', -60_000, true],
    ['by a process that is some seconds ahead', 5_000, false],
    ['in the future, by a clock that was wrong', 60 * 60_000, true],
  ])('that was requested %s may be mailed again: %s', (_when, ms, may) => {
    const requestedAt = new Date(NOON.getTime() + ms);
    expect(Object.assign(new PasswordReset(), { requestedAt }).mayRepeat(NOON)).toBe(may);
  });
});

import { describe, expect, it } from '@jest/globals';
import { NOON } from '../../test/world.ts';
import { PasswordReset } from './password-reset.entity.ts';

describe('a password reset', () => {
  it.each([
    ['a second ago', -1_000, false],
    ['a minute ago', -60_000, true],
    ['in the future, by a clock that was wrong', 60 * 60_000, true],
  ])('that was requested %s may be mailed again: %s', (_when, ms, may) => {
    const requestedAt = new Date(NOON.getTime() + ms);
    expect(Object.assign(new PasswordReset(), { requestedAt }).mayRepeat(NOON)).toBe(may);
  });
});

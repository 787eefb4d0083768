import { describe, expect, it } from '@jest/globals';
import { hashOfSecret, isWellFormedSecret } from '@pks/contracts';
import { NOON } from '../../test/world.ts';
import { UserToken } from './user-token.entity.ts';

describe('a user token', () => {
  it('is well formed, starts with pkt_, and is stored only as a hash', () => {
    const { token, secret } = UserToken.issue('user', NOON);
    expect(secret).toMatch(/^pkt_[0-9A-Za-z]{36}$/);
    expect(isWellFormedSecret(secret)).toBe(true);
    expect(token.secretHash).toBe(hashOfSecret(secret));
    expect(JSON.stringify(token)).not.toContain(secret);
  });

  it('ends 90 days after its last use', () => {
    const { token } = UserToken.issue('user', NOON);
    expect(token.expiresAt.toISOString()).toBe('2027-02-19T12:00:00.000Z');
    expect(UserToken.endedIfUnusedSince(token.expiresAt)).toEqual(token.lastUsedAt);
  });

  it('records its use at most once an hour', () => {
    expect(UserToken.recordUseIfBefore(NOON).toISOString()).toBe('2026-11-21T11:00:00.000Z');
  });
});

import { describe, expect, it } from '@jest/globals';
import { TEST_SECRET } from '@pks/testing';
import { NOON, VIEWER, aConfig } from '../../test/world.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import { Invite, keepingRights } from './invite.entity.ts';

const DAY_MS = 24 * 60 * 60_000;
const IDS = { projectId: 'p', email: 'ana@example.test', invitedBy: 'u' };
const anInvite = (): Invite => Invite.write({ ...IDS, ...VIEWER }, NOON);
const after = (ms: number): Date => new Date(NOON.getTime() + ms);

describe('an invite', () => {
  it('is open for 14 days', () => {
    expect(anInvite().isOpen(after(14 * DAY_MS - 1))).toBe(true);
    expect(anInvite().isOpen(after(14 * DAY_MS))).toBe(false);
  });

  it.each<[string, Partial<Invite>, number, boolean]>([
    ['within the last minute', {}, 59_999, true],
    ['a minute ago', {}, 60_000, false],
    ['by a process that is some seconds ahead', {}, -5_000, true],
    ['in the future, by a clock that was wrong', {}, -60 * 60_000, false],
    ['before it was cancelled', { status: 'cancelled' }, 1, false],
  ])('was sent %s', (_when, differences, ms, isSent) => {
    const wantedAt = after(DAY_MS);
    expect(Object.assign(anInvite(), differences).isSent(wantedAt, after(ms))).toBe(isSent);
  });

  it('was sent since it was wanted', () => {
    expect(anInvite().isSent(NOON, after(DAY_MS))).toBe(true);
    expect(anInvite().isSent(after(1), after(DAY_MS))).toBe(false);
  });

  it('takes other rights from who invites again', () => {
    const invite = Object.assign(anInvite(), { tokenHash: 'hash' });
    const permissions = ['CAN_PERFORM_ADMIN_ACTIONS', 'CAN_PERFORM_ADMIN_ACTIONS'] as const;
    const again = { ...IDS, invitedBy: 'v', profile: 'user', permissions } as const;
    invite.renew(again, after(1));
    expect(invite).toMatchObject({
      edition: 1,
      permissions: ['CAN_PERFORM_ADMIN_ACTIONS'],
      profile: 'user',
      invitedBy: 'v',
      tokenHash: 'hash',
      updatedAt: after(1),
    });
    expect(keepingRights({ ...IDS, ...VIEWER }, invite)).toEqual({
      ...IDS,
      permissions: ['CAN_PERFORM_ADMIN_ACTIONS'],
      profile: 'user',
    });
    expect(keepingRights({ ...IDS, ...VIEWER }, null)).toEqual({ ...IDS, ...VIEWER });
  });

  it('changes later than before, even where clocks disagree', () => {
    const invite = anInvite();
    invite.renew({ ...IDS, ...VIEWER }, after(1));
    invite.renew({ ...IDS, ...VIEWER }, NOON);
    expect(invite.updatedAt).toEqual(after(2));
    invite.accept(NOON);
    expect(invite.updatedAt).toEqual(after(3));
  });

  it('holds each permission once', () => {
    const permissions = ['CAN_VIEW_DATA', 'CAN_VIEW_DATA'] as const;
    expect(Invite.write({ ...IDS, profile: 'tech', permissions }, NOON).permissions).toEqual([
      'CAN_VIEW_DATA',
    ]);
  });

  it('ends once: when accepted or cancelled it has no token and cannot be cancelled again', () => {
    for (const end of ['accept', 'cancel'] as const) {
      const invite = Object.assign(anInvite(), { tokenHash: 'hash' });
      invite[end](after(1));
      expect(invite).toMatchObject({ tokenHash: null, updatedAt: after(1) });
      expect(invite.isOpen(after(1))).toBe(false);
      expect(() => invite.cancel(after(2))).toThrow('Only a pending invite can be deleted.');
    }
  });
});

describe('the token of an invite', () => {
  const tokens = new MailedTokens(aConfig());

  it('is reproducible, and differs by edition, invite and secret', () => {
    const token = tokens.ofInvite({ id: 'a', edition: 1 });
    expect(token).toMatch(/^pki_[0-9A-Za-z]{43}$/);
    expect(new MailedTokens(aConfig()).ofInvite({ id: 'a', edition: 1 })).toBe(token);
    const others = [
      tokens.ofInvite({ id: 'a', edition: 2 }),
      tokens.ofInvite({ id: 'b', edition: 1 }),
      new MailedTokens(aConfig({ CALLER_SECRET: `${TEST_SECRET}!` })).ofInvite({ id: 'a', edition: 1 }),
    ];
    expect(new Set([token, ...others]).size).toBe(4);
  });
});

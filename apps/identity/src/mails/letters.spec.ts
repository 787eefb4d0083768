import { describe, expect, it } from '@jest/globals';
import { hashOfSecret } from '@pks/contracts';
import { NOON, VIEWER, aConfig } from '../../test/world.ts';
import { InviteTokens } from '../invites/invite-tokens.ts';
import { Invite } from '../invites/invite.entity.ts';
import { Letters } from './letters.ts';
import { Mail } from './mail.entity.ts';
import type { MailSubject } from './mails.repository.ts';

const invite = Invite.write({ projectId: 'p', email: 'a@b.test', invitedBy: 'u', ...VIEWER }, NOON);
const tokens = new InviteTokens(aConfig());
const subject: MailSubject = {
  id: invite.id,
  edition: 1,
  status: 'pending',
  token_hash: hashOfSecret(tokens.of(invite)),
  expires_at: invite.expiresAt.toISOString(),
  project_name: '<b>"Alpha" & Söhne</b>',
  inviter_email: 'ana@example.test',
};
const aMail = (kind: Mail['kind'] = 'invite'): Mail => Mail.about(invite, kind, NOON);
const letters = (url?: string): Letters =>
  new Letters(tokens, aConfig(url === undefined ? {} : { INVITE_ACCEPT_URL: url }));

describe('a letter', () => {
  it('tells the token and the call that accepts it', () => {
    const { text } = letters().write(aMail(), subject);
    expect(text).toContain(`Your token is ${tokens.of(invite)}`);
    expect(text).toContain('POST /api/v1/invites/accept/');
    expect(text).toContain('until 2026-12-05');
  });

  it('links to the page that accepts, where there is one', () => {
    const { text, html } = letters('https://app.test/join?lang=de').write(aMail(), subject);
    expect(text).toContain(`https://app.test/join?lang=de&token=${tokens.of(invite)}\n`);
    expect(html).toContain(`<a href="https://app.test/join?lang=de&amp;token=${tokens.of(invite)}">`);
    expect(text).not.toContain('POST');
  });

  it('holds no markup of others', () => {
    for (const kind of ['invite', 'welcome'] as const) {
      const { html } = letters().write(aMail(kind), subject);
      expect(html).toContain('&lt;b&gt;&quot;Alpha&quot; &amp; Söhne&lt;/b&gt;');
    }
  });

  it('is not written with a token that does not count', () => {
    expect(() => letters().write(aMail(), { ...subject, token_hash: 'another' })).toThrow('CALLER_SECRET');
  });

  it('is current while its edition can be accepted', () => {
    const isCurrent = (change: Partial<MailSubject>, now = NOON) =>
      letters().isCurrent(aMail(), { ...subject, ...change }, now);
    expect(isCurrent({})).toBe(true);
    expect(isCurrent({ edition: 2 })).toBe(false);
    expect(isCurrent({ status: 'cancelled' })).toBe(false);
    expect(isCurrent({}, invite.expiresAt)).toBe(false);
  });
});

describe('a mail that fails', () => {
  it('is tried again after 5 s, 10 s, 20 s and so on, up to an hour', () => {
    const mail = aMail();
    const delays = Array.from({ length: 12 }, () => {
      mail.begin(NOON);
      mail.fail('ECONNREFUSED', NOON);
      return (mail.nextAttemptAt.getTime() - NOON.getTime()) / 1000;
    });
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(mail).toMatchObject({ attempts: 12, sentAt: null, lastError: 'ECONNREFUSED' });
  });
});

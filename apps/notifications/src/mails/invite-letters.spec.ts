import { describe, expect, it } from '@jest/globals';
import type { InviteLetter } from '@pks/contracts';
import { loadConfig } from '@pks/platform';
import { TEST_SECRET } from '@pks/testing';
import { LETTER } from '../../test/running-mails.ts';
import { NotificationsConfig } from '../notifications.config.ts';
import { InviteLetters } from './invite-letters.ts';
import type { Body } from './mailer.ts';

const PAGE = 'https://app.test/join?lang=de';
const TOKEN = LETTER.admittance?.token ?? '';
const NASTY = `<b onclick='x'>"Alpha" & Söhne</b>`;

function written(change: Partial<InviteLetter> = {}, url?: string): Body {
  const env = { CALLER_SECRET: TEST_SECRET, ...(url === undefined ? {} : { INVITE_ACCEPT_URL: url }) };
  return new InviteLetters(loadConfig(NotificationsConfig, env)).write({ ...LETTER, ...change });
}

const ALL = [written(), written({}, PAGE), written({ admittance: null })];

describe('an invitation', () => {
  it('states the call that accepts it, the token, and when it expires', () => {
    const { subject, text, html } = written();
    expect(subject).toBe('You are invited to the project "Überblick"');
    expect(text).toContain('ana@example.test invites you to the project “Überblick”.');
    expect(text).toContain('POST /api/v1/invites/accept/');
    expect(text).toContain(`"token": "${TOKEN}"`);
    expect(html).toContain(`&quot;token&quot;: &quot;${TOKEN}&quot;`);
    for (const part of [text, html]) expect(part).toContain('until 5 December 2026 (UTC)');
  });

  it('links to the page that accepts it, if there is one', () => {
    const { text, html } = written({}, PAGE);
    expect(text).toContain(`\n${PAGE}&token=${TOKEN}\n`);
    expect(html).toContain(`href="https://app.test/join?lang=de&amp;token=${TOKEN}"`);
    for (const part of [text, html]) expect(part).not.toContain('POST');
  });
});

describe('a welcome', () => {
  it('carries no token and no call', () => {
    const { text, html } = written({ admittance: null });
    for (const part of [text, html]) {
      expect(part).toContain('made you a member of the project');
      expect(part).not.toMatch(/pki_|POST|href/);
    }
  });
});

describe('every e-mail', () => {
  it('escapes markup in user input', () => {
    for (const admittance of [LETTER.admittance, null]) {
      const { html, text, subject } = written({ project_name: NASTY, inviter_email: NASTY, admittance });
      expect(html).not.toContain('<b onclick');
      expect(html).toContain('&lt;b onclick=&#39;x&#39;&gt;&quot;Alpha&quot; &amp; Söhne&lt;/b&gt;');
      expect(text).toContain(NASTY);
      expect(subject).toContain(NASTY);
    }
  });

  it('loads nothing and runs nothing', () => {
    for (const { html } of ALL) expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|\ssrc=/i);
  });

  it('declares its language, its title and its preview text', () => {
    for (const { html, subject } of ALL) {
      expect(html).toContain('<html lang="en">');
      expect(html).toContain(`<title>${subject.replaceAll('"', '&quot;')}</title>`);
      expect(html.indexOf('ana@example.test')).toBeLessThan(html.indexOf('<h1'));
    }
  });
});

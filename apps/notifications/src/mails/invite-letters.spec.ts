import { describe, expect, it } from '@jest/globals';
import type { InviteLetter } from '@pks/contracts';
import { loadConfig } from '@pks/platform';
import { TEST_SECRET } from '@pks/testing';
import { LETTER } from '../../test/running-mails.ts';
import { NotificationsConfig } from '../notifications.config.ts';
import { AppLinks } from './app-links.ts';
import { InviteLetters } from './invite-letters.ts';
import type { Body } from './mailer.ts';

const PAGE = 'https://app.test/knowledge';
const TOKEN = LETTER.admittance?.token ?? '';
const NASTY = `<b onclick='x'>"Alpha" & Söhne</b>`;

function lettersWith(env: Readonly<Record<string, string>> = {}): InviteLetters {
  const config = loadConfig(NotificationsConfig, { CALLER_SECRET: TEST_SECRET, ...env });
  return new InviteLetters(new AppLinks(config));
}

function written(change: Partial<InviteLetter> = {}, url?: string): Body {
  return lettersWith(url === undefined ? {} : { PUBLIC_APP_URL: url }).write({ ...LETTER, ...change });
}

const ADMITTANCE = { token: TOKEN, expires_at: '2026-12-05T12:00:00.000Z', needs_password: false };
const ORGANIZATION = {
  organization_name: 'Acme',
  inviter_email: 'ana@example.test',
  admittance: ADMITTANCE,
};
const ALL = [
  written(),
  written({}, PAGE),
  written({ admittance: null }),
  lettersWith().writeOrganization(ORGANIZATION),
];

describe('an invitation', () => {
  it('states the call that accepts it, the token, and when it expires', () => {
    const { subject, text, html } = written();
    expect(subject).toBe('You are invited to the project "Überblick"');
    expect(text).toContain('ana@example.test invites you to the project “Überblick”.');
    expect(text).toContain('POST /api/v1/invites/accept/');
    expect(text).toContain(`"token": "${TOKEN}",\n  "password": "a password of your choice"`);
    expect(html).toContain(`&quot;token&quot;: &quot;${TOKEN}&quot;`);
    for (const part of [text, html]) {
      expect(part).toContain('until 5 December 2026, 12:00 (UTC)');
      expect(part).toContain('If you did not expect this e-mail, ignore it.');
      expect(part).toContain('send this request to the API, with a password of your choice:');
    }
  });

  it.each([
    written({ project_name: 'مشروع 1' }),
    written({ project_name: 'مشروع 1', admittance: null }),
    lettersWith().writeOrganization({ ...ORGANIZATION, organization_name: 'مشروع 1' }),
  ])('gives a name in right-to-left letters a direction of its own', ({ subject, text, html }) => {
    expect(subject).toContain('"\u2068مشروع 1\u2069"');
    expect(text.match(/“\u2068مشروع 1\u2069”/g)).toHaveLength(2);
    expect(html.match(/“<bdi>مشروع 1<\/bdi>”/g)).toHaveLength(2);
  });

  it('links to the page that accepts it, if there is one', () => {
    const { text, html } = written({}, PAGE);
    expect(text).toContain(`\n${PAGE}/accept-invite?token=${TOKEN}\n`);
    expect(html).toContain(`href="${PAGE}/accept-invite?token=${TOKEN}"`);
    for (const part of [text, html]) {
      expect(part).toContain('To accept, choose a password:');
      expect(part).not.toContain('POST');
    }
  });

  it('links to the origin of the API when no other address of the pages is configured', () => {
    const { text } = lettersWith({ PUBLIC_BASE_URL: 'https://eu.app.test/api/v1' }).write(LETTER);
    expect(text).toContain(`\nhttps://eu.app.test/accept-invite?token=${TOKEN}\n`);
  });

  it('asks for a password only whoever chooses one', () => {
    const kept = { admittance: ADMITTANCE };
    for (const body of [written(kept), written(kept, PAGE)]) {
      for (const part of [body.text, body.html]) expect(part).not.toContain('password');
    }
    expect(written(kept).text).toContain('To accept, send this request to the API:');
    expect(written(kept, PAGE).text).toContain('Accept with the account that you have:');
    for (const body of [written(), written({}, PAGE)]) {
      for (const part of [body.text, body.html]) expect(part).toContain('password');
    }
  });

  it('names the organization that it is to', () => {
    const { subject, text } = lettersWith().writeOrganization(ORGANIZATION);
    expect(subject).toBe('You are invited to the organization "Acme"');
    expect(text).toContain('ana@example.test invites you to the organization “Acme”.');
    expect(text).toContain(`"token": "${TOKEN}"`);
  });
});

describe('a welcome', () => {
  it('carries no token and no call', () => {
    const { text, html } = written({ admittance: null });
    for (const part of [text, html]) {
      expect(part).toContain('made you a member of the project');
      expect(part).toContain('because somebody who administers the project added you to it.');
      expect(part).not.toMatch(/pki_|POST|href/);
    }
    expect(text).toContain('\n\nLog in as you always do.\n\n');
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

  it('names what has line breaks in its name on one line', () => {
    const name = 'Alpha”.\n\nYour account is locked.\r\n\u2028Call “0900\u0085';
    const inLine = 'Alpha”. Your account is locked. Call “0900';
    const organization = { ...ORGANIZATION, organization_name: name };
    for (const { subject, text, html } of [
      written({ project_name: name }),
      written({ project_name: name, admittance: null }),
      lettersWith().writeOrganization(organization),
    ]) {
      expect(subject).toContain(inLine);
      expect(text.split('\n').filter((line) => line.includes('locked'))).toEqual([
        expect.stringContaining(inLine),
        expect.stringContaining(inLine),
      ]);
      expect(text).not.toMatch(/^(Your|Call)/m);
      expect(html).not.toMatch(/Alpha”\.\s*\n/);
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

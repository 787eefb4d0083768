import { describe, expect, it } from '@jest/globals';
import { INTERVIEW_LETTERS, type InterviewLetter, type InterviewLetterKind } from '@pks/contracts';
import { loadConfig } from '@pks/platform';
import { TEST_SECRET } from '@pks/testing';
import { INTERVIEW_LETTER, REMINDER } from '../../test/running-mails.ts';
import { NotificationsConfig } from '../notifications.config.ts';
import { AppLinks } from './app-links.ts';
import { InterviewLetters } from './interview-letters.ts';
import type { Body } from './mailer.ts';

const PROJECT = '01900000-0000-7000-8000-000000000001';
const INTERVIEW = '01900000-0000-7000-8000-000000000002';
const PAGE = `https://app.test/knowledge/projects/${PROJECT}/interviews/${INTERVIEW}`;
const TOKEN = REMINDER.stop_reminders_token ?? '';
const NASTY = `<b onclick='x'>"Alpha" & Söhne</b>`;

function written(
  kind: InterviewLetterKind,
  change: Partial<InterviewLetter> = {},
  env: Readonly<Record<string, string>> = { PUBLIC_APP_URL: 'https://app.test/knowledge' },
): Body {
  const config = loadConfig(NotificationsConfig, { CALLER_SECRET: TEST_SECRET, ...env });
  const of = { project_id: PROJECT, interview_id: INTERVIEW, kind };
  return new InterviewLetters(new AppLinks(config)).write(of, {
    ...(kind === 'reminder' ? REMINDER : INTERVIEW_LETTER),
    ...change,
  });
}

describe('an e-mail about an interview', () => {
  it('says who asks, what about, and what they write, and links to the interview', () => {
    const { subject, text, html } = written('assignment');
    expect(subject).toBe('You are asked to take the interview "Onboarding"');
    for (const part of [text, html]) {
      expect(part).toContain('ana@example.test asks you to take the interview “Onboarding”.');
      expect(part).toContain('It is about: How customers are onboarded');
      expect(part).toContain('ana@example.test writes:');
    }
    expect(text).toContain(`\n\n${PAGE}\n\n`);
    expect(html).toContain(`href="${PAGE}"`);
    for (const part of [text, html]) {
      expect(part).toContain('You get this e-mail because the interview is assigned to you.');
      expect(part).not.toContain('API');
    }
  });

  it('says of a reminder that the interview is waiting, and since when', () => {
    const { subject, text } = written('reminder');
    expect(subject).toBe('Reminder: the interview "Onboarding" is waiting for you');
    expect(text).toContain('It was sent to you on 5 December 2026 (UTC), and is still waiting.');
    expect(text).toContain(PAGE);
  });

  it('shows the whole message with its lines and paragraphs, and none where it is blank', () => {
    const custom_message = ` Dear Eva,\r\n\r\n${'x'.repeat(9_000)}\nThank you!\n`;
    const { text, html } = written('assignment', { custom_message });
    expect(text).toContain(`\n\n> Dear Eva,\n>\n> ${'x'.repeat(9_000)}\n> Thank you!\n\n`);
    const lines = ['Dear Eva,', '<br>', 'x'.repeat(9_000), 'Thank you!'];
    const quoted = lines.map((line) => `<div dir="auto">${line}</div>`).join('\n');
    expect(html).toContain(`>${quoted}</blockquote>`);
    const blank = written('assignment', { custom_message: ' \n' });
    for (const part of [blank.text, blank.html]) expect(part).not.toMatch(/writes:|^>|<blockquote/m);
  });

  it('shortens a long topic, and does not repeat a topic that is the name', () => {
    const long = written('assignment', { topic: `${'ä'.repeat(399)}😀${'o'.repeat(600)}` });
    expect(long.text).toContain(`It is about: ${'ä'.repeat(399)}…\n`);
    const whole = written('assignment', { topic: `${'ä'.repeat(399)}😀` });
    expect(whole.text).toContain(`It is about: ${'ä'.repeat(399)}😀\n`);
    expect(written('reminder', { topic: ' Onboarding\n' }).text).not.toContain('It is about');
  });

  it('cuts no character of a long name in two', () => {
    const { subject } = written('assignment', { name: `${'x'.repeat(96)}🇩🇪🇫🇷` });
    expect(subject).toContain(`"${'x'.repeat(96)}🇩🇪🇫🇷"`);
    const cut = written('assignment', { name: `${'x'.repeat(98)}🇩🇪🇫🇷` });
    expect(cut.subject).toContain(`"${'x'.repeat(98)}…"`);
  });

  it.each(INTERVIEW_LETTERS)('has a short subject on one line (%s)', (kind) => {
    const { subject } = written(kind, { name: `a\r\nBcc: eva@example.test\u0085\u2028${'b'.repeat(255)}` });
    expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,160}$/u);
    expect(subject).toContain('"a Bcc: eva@example.test b');
  });

  it.each(INTERVIEW_LETTERS)(
    'gives names and lines in right-to-left letters a direction of their own (%s)',
    (kind) => {
      const change = { name: 'אב', topic: 'نص عن العملاء (1)', custom_message: 'שלום!\nHi' };
      const { subject, text, html } = written(kind, change);
      expect(subject).toContain('"\u2068אב\u2069"');
      expect(text).toContain('the interview “\u2068אב\u2069”');
      expect(text).toContain('It is about: \u2068نص عن العملاء (1)\u2069\n');
      expect(html).toContain('“<bdi>אב</bdi>”');
      expect(html).toContain('It is about: <bdi>نص عن العملاء (1)</bdi></p>');
      expect(html).toContain('<div dir="auto">שלום!</div>\n<div dir="auto">Hi</div></blockquote>');
      expect(html.match(/<title>(.*)<\/title>/)?.[1]).not.toContain('<');
    },
  );

  it('keeps marks of direction in a name from reaching beyond it, and has none otherwise', () => {
    const spoofed = written('reminder', { name: 'a\u202Eb\u2067', topic: 'א\u2069\u2069 b' });
    expect(spoofed.subject).toContain('"ab"');
    expect(spoofed.html).toContain('It is about: <bdi>א b</bdi></p>');
    for (const part of Object.values(written('reminder'))) expect(part).not.toMatch(/[\u2066-\u2069]|<bdi/);
  });

  it.each(INTERVIEW_LETTERS)('escapes markup in user input (%s)', (kind) => {
    const change = { name: NASTY, topic: NASTY, assigned_by_email: NASTY, custom_message: NASTY };
    const { html, text } = written(kind, change);
    expect(html).not.toContain('<b onclick');
    expect(html).toContain(
      '&lt;b onclick=&#39;x&#39;&gt;&quot;Alpha&quot; &amp; Söhne&lt;/b&gt;</div></blockquote>',
    );
    expect(text).toContain(`> ${NASTY}`);
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|\ssrc=/i);
  });

  it('ends, as a reminder, with a link that stops them, and has the address for a click in the mail client', () => {
    const base = { PUBLIC_APP_URL: 'https://app.test/knowledge', PUBLIC_BASE_URL: 'https://eu.test/api/v1' };
    const { text, html, oneClickStop } = written('reminder', {}, base);
    const page = `${PAGE}/stop-reminders?token=${TOKEN}`;
    expect(text.endsWith(`\n\nStop these reminders: ${page}\n`)).toBe(true);
    expect(html).toContain(`<a class="link" href="${page}"`);
    const call = `/projects/${PROJECT}/interviews/${INTERVIEW}/stop-reminders-by-mail/?token=${TOKEN}`;
    expect(oneClickStop).toBe(`https://eu.test/api/v1${call}`);
    expect(written('reminder')).not.toHaveProperty('oneClickStop');
    expect(written('reminder', {}, {}).text).toContain(`\nStop these reminders: POST /api/v1${call}\n`);
    for (const env of [base, {}])
      expect(written('reminder', {}, env).text).toContain('because the interview is assigned to you.');
    const assignment = written('assignment', {}, base);
    expect(assignment).not.toHaveProperty('oneClickStop');
    for (const part of [assignment.text, assignment.html]) expect(part).not.toContain('Stop these reminders');
  });

  it('names the call where no address of the pages is configured', () => {
    const { text, html } = written('assignment', {}, {});
    for (const part of [text, html]) {
      expect(part).toContain(`GET /api/v1/projects/${PROJECT}/interviews/${INTERVIEW}/`);
      expect(part).toContain('To open it, send the request below to the API.');
      expect(part).not.toContain('https://');
    }
  });
});

import { expect, it } from '@jest/globals';
import { loadConfig } from '@pks/platform';
import { TEST_SECRET } from '@pks/testing';
import { NotificationsConfig } from '../notifications.config.ts';
import { AppLinks } from './app-links.ts';
import { PasswordResetLetters } from './password-reset-letters.ts';

const TOKEN = `pkr_${'a1'.repeat(21)}b`;

function written(env: Readonly<Record<string, string>> = {}) {
  const config = loadConfig(NotificationsConfig, { CALLER_SECRET: TEST_SECRET, ...env });
  return new PasswordResetLetters(new AppLinks(config)).write({ token: TOKEN });
}

it('an e-mail with which a password is reset links to the page for it', () => {
  const { text, html } = written({ PUBLIC_APP_URL: 'https://app.test' });
  for (const sentence of [
    'Somebody asked for another password of the account with this e-mail address.',
    'Choosing one ends every session of the account.',
    'This counts once, for an hour at most.',
    'If it was not you, ignore this e-mail: the password stays as it is.',
  ])
    for (const part of [text, html]) expect(part).toContain(sentence);
  for (const part of [text, html]) expect(part).not.toContain('POST');
  expect(text).toContain(`\nhttps://app.test/reset-password?token=${TOKEN}\n`);
  expect(html).toContain(`href="https://app.test/reset-password?token=${TOKEN}"`);
});

it('an e-mail with which a password is reset describes the call where no page is configured', () => {
  const { text, html } = written();
  expect(text).toContain('To choose one, send this request to the API:');
  expect(text).toContain('POST /api/v1/auth/password-reset/confirm/');
  for (const part of [text, html]) expect(part).toContain(TOKEN);
});

import { describe, expect, it } from '@jest/globals';
import { UsageError, readArguments } from './admin-arguments.ts';

const FULL = ['create-organization', '--name', ' Acme ', '--email', 'ana@acme.test'];

describe('the admin command', () => {
  it('accepts a name and an e-mail, trimmed', () => {
    expect(readArguments(FULL)).toEqual({
      command: 'create-organization',
      organization: { name: 'Acme', email: 'ana@acme.test' },
      ifMissing: false,
    });
  });

  it('accepts a password, and a flag that makes it idempotent', () => {
    expect(readArguments([...FULL, '--password', 'correct horse', '--if-missing'])).toEqual({
      command: 'create-organization',
      organization: { name: 'Acme', email: 'ana@acme.test', password: 'correct horse' },
      ifMissing: true,
    });
  });

  it('accepts the current e-mail and the new one', () => {
    expect(readArguments(['change-email', '--from', 'a@b.test', '--to', ' c@d.test '])).toEqual({
      command: 'change-email',
      change: { from: 'a@b.test', to: 'c@d.test' },
    });
  });

  it('accepts a new password', () => {
    const reset = { email: 'a@b.test', password: 'correct horse' };
    const args = ['reset-password', '--email', reset.email, '--password', reset.password];
    expect(readArguments(args)).toEqual({ command: 'reset-password', reset });
  });

  it.each(['deactivate-account', 'activate-account'] as const)('accepts the e-mail to %s', (command) => {
    const account = { email: 'a@b.test' };
    expect(readArguments([command, '--email', 'a@b.test'])).toEqual({ command, account });
  });

  it.each([
    [[...FULL, '--password', 'short'], '--password: Ensure this field has at least 10 characters.'],
    [[...FULL, '--password', ' '.repeat(10)], '--password: This field may not be blank.'],
    [['reset-password', '--email', 'a@b.test'], '--password: This field is required.'],
    [['deactivate-account'], '--email: This field is required.'],
    [['change-email', '--from', 'a@b.test'], '--to: This field is required.'],
    [['change-email', '--from', 'a@b.test', '--to', 'c@d.test', '--name', 'N'], '--name: Unknown field.'],
    [[], 'given was nothing.'],
    [['create-user'], 'given was create-user.'],
    [[...FULL, 'more'], 'given was create-organization more.'],
    [[...FULL, '--rôle', 'admin'], "Unknown option '--rôle': "],
    [['create-organization', '--name'], "Option '--name <value>' argument missing: "],
    [['create-organization', '--email', 'ana@acme.test'], '--name: This field is required.'],
    [['create-organization', '--name', ' ', '--email', 'a@b.co'], '--name: This field may not be blank.'],
    [['create-organization', '--name', 'Acme', '--email', 'ana'], '--email: Enter a valid email address.'],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(() => readArguments(args)).toThrow(UsageError);
    expect(() => readArguments(args)).toThrow(sentence);
    expect(() => readArguments(args)).not.toThrow('\n');
  });
});

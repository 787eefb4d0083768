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
    expect(readArguments([...FULL, '--password', 'secret', '--if-missing'])).toEqual({
      command: 'create-organization',
      organization: { name: 'Acme', email: 'ana@acme.test', password: 'secret' },
      ifMissing: true,
    });
  });

  it('accepts the current e-mail and the new one', () => {
    expect(readArguments(['change-email', '--from', 'a@b.test', '--to', ' c@d.test '])).toEqual({
      command: 'change-email',
      change: { from: 'a@b.test', to: 'c@d.test' },
    });
  });

  it.each([
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

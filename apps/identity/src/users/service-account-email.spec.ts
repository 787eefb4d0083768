import { describe, expect, it } from '@jest/globals';
import { emailOfServiceAccount, isEmailOfServiceAccount } from './service-account-email.ts';

describe('the e-mail of a service account', () => {
  it.each([
    ['Nightly import', 'nightly-import'],
    ['  Éxport / ß №1 ', 'export-no1'],
    ['作業', 'service-account'],
    ['"a"@b.c', 'a-b-c'],
    [`${'long '.repeat(20)}`, 'long-long-long-long-long-long-long-long-long-lon'],
    [`${'x'.repeat(47)} y`, 'x'.repeat(47)],
  ])('of %j begins with %s and is unique', (name, slug) => {
    const emails = [emailOfServiceAccount(name), emailOfServiceAccount(name)];
    for (const email of emails) {
      expect(email).toMatch(new RegExp(`^${slug}-[0-9a-f]{8}@service-accounts\\.invalid$`));
      expect(isEmailOfServiceAccount(email.toUpperCase())).toBe(true);
    }
    expect(emails[0]).not.toBe(emails[1]);
  });

  it('is recognised as such', () => {
    expect(isEmailOfServiceAccount('ana@example.test')).toBe(false);
    expect(isEmailOfServiceAccount('service-accounts.invalid@example.test')).toBe(false);
    expect(isEmailOfServiceAccount('ana@xservice-accounts.invalid')).toBe(false);
  });
});

import { randomBytes } from 'node:crypto';

/** No mail is ever delivered to this domain, and no person has an address in it (RFC 2606). */
const DOMAIN = 'service-accounts.invalid';
const RANDOM_BYTES = 4;
const SLUG_LENGTH = 48;

/**
 * An e-mail address by which people recognise a service account in lists of users:
 * `nightly-import-1f0c9a2b@service-accounts.invalid`.
 */
export function emailOfServiceAccount(name: string): string {
  return `${slugOf(name)}-${randomBytes(RANDOM_BYTES).toString('hex')}@${DOMAIN}`;
}

/** Whether an e-mail is in the domain of service accounts, where no person may have one. */
export function isEmailOfServiceAccount(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DOMAIN}`);
}

function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, SLUG_LENGTH).replace(/-$/, '') || 'service-account';
}

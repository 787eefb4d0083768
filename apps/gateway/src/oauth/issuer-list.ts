import { BadConfiguration } from '@pks/platform/process';

/** An issuer whose access tokens are accepted, and the audience for which they must be issued. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
}

/** The injection token of the configured issuers. */
export const TRUSTED_ISSUERS = Symbol('trusted issuers');

const FORM = 'OAUTH_ISSUERS: write each issuer as ISSUER_URL=AUDIENCE, with spaces between them.';

/** Reads `OAUTH_ISSUERS`. @throws BadConfiguration */
export function issuersIn(text: string): TrustedIssuer[] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const cut = part.lastIndexOf('=');
      const [issuer, audience] = [part.slice(0, Math.max(0, cut)), part.slice(cut + 1)];
      if (!URL.canParse(issuer) || !/^https?:/.test(issuer) || audience === '')
        throw new BadConfiguration(FORM);
      return { issuer, audience };
    });
}

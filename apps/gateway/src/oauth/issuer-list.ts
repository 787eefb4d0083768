import { BadConfiguration } from '@pks/platform/process';

/** An issuer whose access tokens are accepted if they are issued for one of the audiences. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** The type that its tokens must have in their header; any type if not configured. */
  readonly typ?: typeof ACCESS_TOKEN_TYPE;
  /** The domains of the e-mails that it may name, in lower case; any domain if not configured. */
  readonly domains?: readonly string[];
}

/** The injection token of the configured issuers. */
export const TRUSTED_ISSUERS = Symbol('trusted issuers');

/** The type of access tokens by RFC 9068; an ID token of the same issuer has another type. */
const ACCESS_TOKEN_TYPE = 'at+jwt';
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** Addresses from which keys may be fetched: without encryption, keys could be replaced in transit, except on this machine. */
export const TRUSTWORTHY = /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;

const FORM = `OAUTH_ISSUERS: write each issuer as ISSUER_URL=AUDIENCE, with spaces between them, the URL with https (http on this machine alone); several audiences are separated by commas. After them may follow ";typ=${ACCESS_TOKEN_TYPE}" and ";domains=" with the domains of its e-mails, separated by commas.`;

/** Reads `OAUTH_ISSUERS`. @throws BadConfiguration */
export function issuersIn(text: string): TrustedIssuer[] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(issuerIn);
}

function issuerIn(part: string): TrustedIssuer {
  const [named = '', ...options] = part.split(';');
  const cut = named.lastIndexOf('=');
  const [issuer, audiences] = [named.slice(0, Math.max(0, cut)), named.slice(cut + 1).split(',')];
  if (!URL.canParse(issuer) || !TRUSTWORTHY.test(issuer) || audiences.includes('')) {
    throw new BadConfiguration(FORM);
  }
  return options
    .map(optionIn)
    .reduce<TrustedIssuer>((one, option) => ({ ...one, ...option }), { issuer, audiences });
}

function optionIn(text: string): Pick<TrustedIssuer, 'typ' | 'domains'> {
  if (text === `typ=${ACCESS_TOKEN_TYPE}`) return { typ: ACCESS_TOKEN_TYPE };
  const [name, list = ''] = text.split('=', 2);
  const domains = list.toLowerCase().split(',');
  if (name !== 'domains' || !domains.every((domain) => DOMAIN.test(domain))) throw new BadConfiguration(FORM);
  return { domains };
}

import type { IncomingMessage } from 'node:http';
import { API_KEY_PREFIX, USER_TOKEN_PREFIX, isWellFormedSecret } from '@pks/contracts';
import { cookieTokenOf } from './session-cookie.ts';

const SCHEME = /^(?:bearer|token) +([^\s,]+)$/i;
const HEADER = 'authorization';
/** Three parts in base64url. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The credential of a request: a user token, an API key, a possible OAuth access token, a secret of unknown form, or none. */
export type Credential =
  | { readonly kind: 'access_token'; readonly secret: string }
  | { readonly kind: 'user_token'; readonly secret: string }
  | { readonly kind: 'api_key'; readonly secret: string }
  | { readonly kind: 'unknown'; readonly secret: string }
  | { readonly kind: 'none' };

/** The parts of a request that may carry a credential. */
type Carrying = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

const NONE: Credential = { kind: 'none' };

/**
 * Reads `Authorization: Bearer X` or `Token X`; any other scheme and an empty or repeated header count as none (decisions 2).
 * Without the header, the session's cookie counts, under its name at the address of the API (ADR 26).
 */
export function credentialOf(baseUrl: string, request: Carrying): Credential {
  const secret = secretOf(baseUrl, request);
  if (secret === undefined) return NONE;
  if (secret.startsWith(API_KEY_PREFIX)) return { kind: 'api_key', secret };
  if (secret.startsWith(USER_TOKEN_PREFIX)) return { kind: 'user_token', secret };
  return { kind: JWT.test(secret) ? 'access_token' : 'unknown', secret };
}

/** Whether this service, or for an access token some issuer, can have issued the credential. */
export function isWellFormed(credential: Credential): boolean {
  if (credential.kind === 'none' || credential.kind === 'unknown') return false;
  return credential.kind === 'access_token' || isWellFormedSecret(credential.secret);
}

function secretOf(baseUrl: string, { headers, rawHeaders }: Carrying): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return cookieTokenOf(baseUrl, headers);
  return isDoubled(rawHeaders) ? undefined : SCHEME.exec(header.trim())?.[1];
}

function isDoubled(rawHeaders: readonly string[]): boolean {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === HEADER.length && name.toLowerCase() === HEADER) seen += 1;
  }
  return seen > 1;
}

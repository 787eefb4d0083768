import { Unavailable } from '@pks/platform/process';
import { type JWTVerifyGetKey, createRemoteJWKSet, errors } from 'jose';
import type { TrustedIssuer } from './issuer-list.ts';

/** An issuer that does not answer for this long is away. Milliseconds. */
const TIMEOUT_MS = 3_000;
/** Keys that are not known are looked for this often at most. Milliseconds. */
const COOLDOWN_MS = 2_000;
/** Known keys are asked for anew after this. Milliseconds. */
const KEYS_KEPT_MS = 10 * 60_000;

/** The signing keys of one issuer: found by discovery, asked for again when a token names a key that is not among them. */
export class IssuerKeys {
  private found: Promise<JWTVerifyGetKey> | undefined;

  constructor(private readonly trusted: TrustedIssuer) {}

  /** Gives the key that a token names. @throws Unavailable while the issuer is away. */
  readonly get: JWTVerifyGetKey = async (header, token) => {
    this.found ??= this.discover();
    try {
      const keys = await this.found;
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported) throw error;
      this.found = undefined;
      throw new Unavailable('The issuer of the access token cannot be reached.');
    }
  };

  private async discover(): Promise<JWTVerifyGetKey> {
    const { issuer } = this.trusted;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const document: unknown = await response.json();
    const keys = keysNamedBy(document, issuer);
    if (keys === undefined) throw new Error(`${address} does not describe ${issuer}.`);
    return createRemoteJWKSet(keys, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
    });
  }
}

function keysNamedBy(document: unknown, issuer: string): URL | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  if (!('issuer' in document) || document.issuer !== issuer) return undefined;
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string') return undefined;
  return URL.parse(document.jwks_uri) ?? undefined;
}

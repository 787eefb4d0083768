import { type Clock, Unavailable, noteFailedCall } from '@pks/platform/process';
import { type JWTVerifyGetKey, createRemoteJWKSet, errors } from 'jose';
import { TRUSTWORTHY, type TrustedIssuer } from './issuer-list.ts';

/** Timeout of requests to an issuer. Milliseconds. */
const TIMEOUT_MS = 3_000;
/** The minimum time between fetches because of unknown keys. Milliseconds. */
const COOLDOWN_MS = 2_000;
/** How long fetched keys are used before they are fetched again. Milliseconds. */
const KEYS_KEPT_MS = 10 * 60_000;

/** Errors that are the token's fault, not the issuer's; several keys may fit a token that names none. */
const OF_THE_TOKEN = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** The signing keys at an address: fetched again after some minutes, and when a token names a key that is not among them. */
class FetchedKeys {
  private readonly keyFor: ReturnType<typeof createRemoteJWKSet>;
  private fetchedAt = -Infinity;

  constructor(
    address: URL,
    private readonly clock: Clock,
  ) {
    // The library would fetch them again by the system's clock, which may be set back.
    const never = { cooldownDuration: Infinity, cacheMaxAge: Infinity };
    this.keyFor = createRemoteJWKSet(address, { timeoutDuration: TIMEOUT_MS, ...never });
  }

  readonly get: JWTVerifyGetKey = async (header, token) => {
    if (!this.areYounger(KEYS_KEPT_MS)) await this.fetch();
    try {
      return await this.keyFor(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.areYounger(COOLDOWN_MS)) throw error;
      await this.fetch();
      return this.keyFor(header, token);
    }
  };

  private areYounger(ms: number): boolean {
    return this.clock.elapsed() - this.fetchedAt < ms;
  }

  private async fetch(): Promise<void> {
    await this.keyFor.reload();
    this.fetchedAt = this.clock.elapsed();
  }
}

/** The signing keys of one issuer: fetched through discovery, and again when a token names a key that is not among them. */
export class IssuerKeys {
  private keys: Promise<FetchedKeys> | undefined;

  constructor(
    private readonly trusted: TrustedIssuer,
    private readonly clock: Clock,
  ) {}

  /** The key that a token names. @throws JWKSMultipleMatchingKeys, with the keys, if several fit; Unavailable while the issuer cannot be reached. */
  readonly get: JWTVerifyGetKey = async (header, token) => {
    this.keys ??= this.discover();
    try {
      const keys = await this.keys;
      return await keys.get(header, token);
    } catch (error) {
      if (OF_THE_TOKEN.some((kind) => error instanceof kind)) throw error;
      this.keys = undefined;
      const { issuer } = this.trusted;
      const unavailable = new Unavailable('The issuer of the access token cannot be reached.');
      throw noteFailedCall(unavailable, { call: issuer, failure: 'unavailable' });
    }
  };

  private async discover(): Promise<FetchedKeys> {
    const { issuer } = this.trusted;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const document: unknown = await response.json();
    const keysUrl = keysUrlIn(document, issuer);
    if (keysUrl === undefined)
      throw new Error(`${address} does not describe ${issuer}, or no safe address of its keys.`);
    return new FetchedKeys(keysUrl, this.clock);
  }
}

function keysUrlIn(document: unknown, issuer: string): URL | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  if (!('issuer' in document) || document.issuer !== issuer) return undefined;
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string') return undefined;
  const url = URL.parse(document.jwks_uri);
  return url && TRUSTWORTHY.test(url.href) ? url : undefined;
}

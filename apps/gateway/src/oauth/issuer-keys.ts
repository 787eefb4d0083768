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

/** The signing keys of an issuer, as they were when they were fetched. */
interface FetchedKeys {
  readonly keyFor: ReturnType<typeof createRemoteJWKSet>;
  /** In the time of `Clock.elapsed`. */
  readonly fetchedAt: number;
}

/**
 * The signing keys of one issuer: fetched from the address that its discovery document names, after some minutes again, and when a token
 * names an unknown key. Anybody can send such a token, so known keys stay in use if that fetch fails.
 */
export class IssuerKeys {
  private known: FetchedKeys | undefined;
  private fetching: Promise<FetchedKeys> | undefined;

  constructor(
    private readonly trusted: TrustedIssuer,
    private readonly clock: Clock,
  ) {}

  /** The key that a token names. @throws JWKSMultipleMatchingKeys, with the keys, if several fit; Unavailable while the issuer cannot be reached. */
  readonly get: JWTVerifyGetKey = async (header, token) => {
    try {
      const known = this.youngerThan(KEYS_KEPT_MS) ?? (await this.fetch());
      return await known.keyFor(header, token).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey) || this.youngerThan(COOLDOWN_MS)) throw error;
        return (await this.fetch()).keyFor(header, token);
      });
    } catch (error) {
      if (OF_THE_TOKEN.some((kind) => error instanceof kind)) throw error;
      const { issuer } = this.trusted;
      const unavailable = new Unavailable('The issuer of the access token cannot be reached.');
      throw noteFailedCall(unavailable, { call: issuer, failure: 'unavailable' });
    }
  };

  private youngerThan(ms: number): FetchedKeys | undefined {
    const { known } = this;
    return known && this.clock.elapsed() - known.fetchedAt < ms ? known : undefined;
  }

  /** Fetches the keys; calls during a fetch share it. */
  private fetch(): Promise<FetchedKeys> {
    this.fetching ??= this.fetchAnew().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async fetchAnew(): Promise<FetchedKeys> {
    // The library would fetch them again by the system's clock, which may be set back.
    const never = { cooldownDuration: Infinity, cacheMaxAge: Infinity };
    const keyFor = createRemoteJWKSet(await this.discover(), { timeoutDuration: TIMEOUT_MS, ...never });
    await keyFor.reload();
    return (this.known = { keyFor, fetchedAt: this.clock.elapsed() });
  }

  private async discover(): Promise<URL> {
    const { issuer } = this.trusted;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const document: unknown = await response.json();
    const keysUrl = keysUrlIn(document, issuer);
    if (keysUrl === undefined)
      throw new Error(`${address} does not describe ${issuer}, or no safe address of its keys.`);
    return keysUrl;
  }
}

function keysUrlIn(document: unknown, issuer: string): URL | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  if (!('issuer' in document) || document.issuer !== issuer) return undefined;
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string') return undefined;
  const url = URL.parse(document.jwks_uri);
  return url && TRUSTWORTHY.test(url.href) ? url : undefined;
}

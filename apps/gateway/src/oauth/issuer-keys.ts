import { Unavailable } from '@pks/platform/process';
import { type JWTVerifyGetKey, createRemoteJWKSet, errors } from 'jose';
import { TRUSTWORTHY, type TrustedIssuer } from './issuer-list.ts';

/** Timeout of requests to an issuer. Milliseconds. */
const TIMEOUT_MS = 3_000;
/** The minimum time between fetches for keys that are not known. Milliseconds. */
const COOLDOWN_MS = 2_000;
/** Known keys are fetched again after this. Milliseconds. */
const KEYS_KEPT_MS = 10 * 60_000;

/** What is wrong with a token, and not with its issuer; several keys may fit one that names none. */
const OF_THE_TOKEN = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** The signing keys of one issuer: fetched through discovery, and again when a token names a key that is not among them. */
export class IssuerKeys {
  private keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(private readonly trusted: TrustedIssuer) {}

  /** The key that a token names. @throws JWKSMultipleMatchingKeys, with the keys, where several fit; Unavailable while the issuer cannot be reached. */
  readonly get: JWTVerifyGetKey = async (header, token) => {
    this.keys ??= this.discover();
    try {
      const keyFor = await this.keys;
      return await keyFor(header, token);
    } catch (error) {
      if (OF_THE_TOKEN.some((kind) => error instanceof kind)) throw error;
      this.keys = undefined;
      throw new Unavailable('The issuer of the access token cannot be reached.');
    }
  };

  private async discover(): Promise<JWTVerifyGetKey> {
    const { issuer } = this.trusted;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const document: unknown = await response.json();
    const keysUrl = keysUrlIn(document, issuer);
    if (keysUrl === undefined)
      throw new Error(`${address} does not describe ${issuer}, or no safe address of its keys.`);
    return createRemoteJWKSet(keysUrl, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
    });
  }
}

function keysUrlIn(document: unknown, issuer: string): URL | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  if (!('issuer' in document) || document.issuer !== issuer) return undefined;
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string') return undefined;
  const url = URL.parse(document.jwks_uri);
  return url && TRUSTWORTHY.test(url.href) ? url : undefined;
}

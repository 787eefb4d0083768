import { type Clock, Fault } from '@pks/platform/process';
import { decodeJwt, jwtVerify } from 'jose';
import { Unauthenticated } from '../access/unauthenticated.ts';
import { IssuerKeys } from './issuer-keys.ts';
import type { TrustedIssuer } from './issuer-list.ts';

/** Only signatures that the issuer alone can make: with a shared secret, whoever checks could also sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Clocks differ. Seconds. */
const TOLERANCE_S = 30;
/** A longer credential is no token of anybody. Characters. */
const MAX_LENGTH = 8_192;

interface Trusted extends TrustedIssuer {
  readonly keys: IssuerKeys;
}

/** Checks OAuth access tokens: JWTs of the configured issuers (decisions 2). */
export class AccessTokens {
  private readonly issuers: ReadonlyMap<string, Trusted>;

  constructor(
    issuers: readonly TrustedIssuer[],
    private readonly clock: Clock,
  ) {
    this.issuers = new Map(issuers.map((one) => [one.issuer, { ...one, keys: new IssuerKeys(one) }]));
  }

  /** The verified e-mail that the token is for. @throws Unauthenticated for anything wrong with it; Unavailable while its issuer is away. */
  async emailOf(token: string): Promise<string> {
    try {
      const trusted = this.issuerOf(token);
      const { payload } = await jwtVerify(token, trusted.keys.get, {
        issuer: trusted.issuer,
        audience: trusted.audience,
        algorithms: ALGORITHMS,
        currentDate: this.clock.now(),
        clockTolerance: TOLERANCE_S,
        requiredClaims: ['exp'],
      });
      const { email, email_verified } = payload;
      if (typeof email === 'string' && email_verified === true) return email;
    } catch (error) {
      if (error instanceof Fault) throw error;
    }
    throw new Unauthenticated();
  }

  private issuerOf(token: string): Trusted {
    const { iss } = token.length > MAX_LENGTH ? {} : decodeJwt(token);
    const trusted = iss === undefined ? undefined : this.issuers.get(iss);
    if (!trusted) throw new Unauthenticated();
    return trusted;
  }
}

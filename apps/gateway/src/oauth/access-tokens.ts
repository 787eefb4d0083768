import { Inject, Injectable } from '@nestjs/common';
import { Clock, Fault } from '@pks/platform/process';
import { decodeJwt, jwtVerify } from 'jose';
import { Unauthenticated } from '../http/unauthenticated.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { TRUSTED_ISSUERS, type TrustedIssuer } from './issuer-list.ts';

/** Only signatures that the issuer alone can make: with a shared secret, anyone who verifies could also sign. */
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
/** Tolerance for clocks that differ. Seconds. */
const TOLERANCE_S = 30;
/** A longer credential is no access token. Characters. */
const MAX_LENGTH = 8_192;

interface Trusted extends TrustedIssuer {
  readonly keys: IssuerKeys;
}

/** Verifies OAuth access tokens: JWTs of the configured issuers (decisions 2). */
@Injectable()
export class AccessTokens {
  private readonly issuers: ReadonlyMap<string, Trusted>;

  constructor(
    @Inject(TRUSTED_ISSUERS) issuers: readonly TrustedIssuer[],
    private readonly clock: Clock,
  ) {
    this.issuers = new Map(issuers.map((one) => [one.issuer, { ...one, keys: new IssuerKeys(one) }]));
  }

  /** The verified e-mail that a token names. @throws Unauthenticated for an invalid token; Unavailable while its issuer cannot be reached. */
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

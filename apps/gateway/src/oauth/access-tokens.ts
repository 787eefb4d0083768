import { Inject, Injectable } from '@nestjs/common';
import { ResolveEmail } from '@pks/contracts';
import { Clock, Fault, Invalid, parserOf } from '@pks/platform/process';
import { type CryptoKey, type JWTPayload, type JWTVerifyOptions, decodeJwt, errors, jwtVerify } from 'jose';
import { Unauthenticated } from '../http/unauthenticated.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { TRUSTED_ISSUERS, type TrustedIssuer } from './issuer-list.ts';

/** Only signatures that nobody but the issuer can make: with a shared secret, anyone who verifies could also sign. */
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
/** Tolerance for differing clocks. Seconds. */
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
    this.issuers = new Map(issuers.map((one) => [one.issuer, { ...one, keys: new IssuerKeys(one, clock) }]));
  }

  /** The verified e-mail that a token names. @throws Unauthenticated for an invalid token; Unavailable while its issuer cannot be reached. */
  async emailOf(token: string): Promise<string> {
    const trusted = this.issuerOf(token);
    const { email, email_verified } = await this.claimsOf(token, trusted);
    const address = email_verified === true ? emailIn(email) : undefined;
    if (address === undefined) throw new Unauthenticated('The token names no verified e-mail.');
    if (!mayName(trusted, address))
      throw new Unauthenticated('The issuer may not name users of this domain.');
    return address;
  }

  private async claimsOf(token: string, { keys, issuer, audiences, typ }: Trusted): Promise<JWTPayload> {
    const rules = {
      issuer,
      audience: [...audiences],
      algorithms: ALGORITHMS,
      currentDate: this.clock.now(),
      clockTolerance: TOLERANCE_S,
      requiredClaims: ['exp'],
      ...(typ === undefined ? {} : { typ }),
    };
    try {
      return await verified(token, keys, rules);
    } catch (error) {
      throw error instanceof Fault ? error : new Unauthenticated(reasonOf(error), { cause: error });
    }
  }

  private issuerOf(token: string): Trusted {
    const trusted = this.issuers.get(issuerIn(token) ?? '');
    if (!trusted) throw new Unauthenticated('The issuer of the token is not trusted.');
    return trusted;
  }
}

/** The claims of a token. A token that does not name its key may be signed with any key that fits: an issuer has two while it rotates them. */
async function verified(token: string, keys: IssuerKeys, rules: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys.get, rules)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const payload = await signedWith(key, token, rules);
      if (payload) return payload;
    }
    throw error;
  }
}

/** The claims of a token; undefined if another key signed it. */
async function signedWith(
  key: CryptoKey,
  token: string,
  rules: JWTVerifyOptions,
): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, key, rules)).payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw error;
  }
}

function issuerIn(token: string): string | undefined {
  if (token.length > MAX_LENGTH) throw new Unauthenticated('The token is too long.');
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    throw new Unauthenticated('The token is malformed.', { cause: error });
  }
}

/** What is wrong with a token, for its holder. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'The token cannot be verified.';
  return BY_CLAIM[error.claim] ?? `The claim ${error.claim} of the token is missing or not valid.`;
}

const BY_CLAIM: Readonly<Record<string, string>> = {
  aud: 'The token is for another audience.',
  nbf: 'The token is not valid yet.',
  typ: 'The token is not an access token.',
};

const emails = parserOf(ResolveEmail);

/** The e-mail address in a claim; undefined if the claim is not one. */
function emailIn(claim: unknown): string | undefined {
  try {
    return emails.parse({ email: claim }).email;
  } catch (error) {
    if (error instanceof Invalid) return undefined;
    throw error;
  }
}

function mayName({ domains }: TrustedIssuer, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains === undefined || domains.includes(domain);
}

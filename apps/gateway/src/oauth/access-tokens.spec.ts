import { afterEach, describe, expect, it } from '@jest/globals';
import { SystemClock, Unavailable } from '@pks/platform/process';
import { type JWTPayload, SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';
import { eventually } from '@pks/testing/black-box';
import {
  type ProviderTraits,
  type RunningProvider,
  startProvider,
} from '../../test/support/openid-provider.ts';
import { Unauthenticated } from '../http/unauthenticated.ts';
import { AccessTokens } from './access-tokens.ts';
import type { TrustedIssuer } from './issuer-list.ts';

const AUDIENCE = 'https://knowledge.example.test/api/v1';
const CLAIMS = { email: 'ana@example.test', email_verified: true };

let running: RunningProvider[] = [];
afterEach(async () => {
  await Promise.all(running.map((provider) => provider.stop()));
  running = [];
});

async function aProvider(traits: Partial<ProviderTraits> = {}): Promise<RunningProvider> {
  const provider = await startProvider({ audience: AUDIENCE, claims: CLAIMS, ...traits });
  running.push(provider);
  return provider;
}

const trusting = (
  { issuer }: RunningProvider,
  audience = AUDIENCE,
  clock = new SystemClock(),
  bounds: Pick<TrustedIssuer, 'typ' | 'domains'> = {},
): AccessTokens => new AccessTokens([{ issuer, audiences: [audience], ...bounds }], clock);

/** The claims of a good token, with some of them changed. */
const claimsOf = ({ issuer }: RunningProvider, changed: JWTPayload = {}): JWTPayload => {
  const exp = Math.floor(Date.now() / 1000) + 300;
  return { ...CLAIMS, iss: issuer, aud: AUDIENCE, exp, ...changed };
};

class LaterClock extends SystemClock {
  constructor(private readonly seconds: number) {
    super();
  }

  override now(): Date {
    return new Date(super.now().getTime() + this.seconds * 1000);
  }
}

describe('an OAuth access token', () => {
  it('grants the verified e-mail that its issuer names', async () => {
    const provider = await aProvider();
    expect(await trusting(provider).emailOf(await provider.token())).toBe('ana@example.test');
  });

  it('may not say which of its issuer’s keys signed it', async () => {
    for (const changesKey of [false, true]) {
      const provider = await aProvider({ changesKey });
      const tokens = trusting(provider);
      const token = await provider.signUnnamed(claimsOf(provider));
      expect(await tokens.emailOf(token)).toBe('ana@example.test');
      const { privateKey } = await generateKeyPair('RS256');
      const forged = new SignJWT(claimsOf(provider)).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' });
      await expect(tokens.emailOf(await forged.sign(privateKey))).rejects.toThrow(Unauthenticated);
      expect(await tokens.emailOf(token)).toBe('ana@example.test');
    }
  });

  it('is refused for another audience', async () => {
    const provider = await aProvider();
    const tokens = trusting(provider, 'https://elsewhere.example.test');
    await expect(tokens.emailOf(await provider.token())).rejects.toThrow(Unauthenticated);
  });

  it('is refused from an issuer that is not trusted', async () => {
    const [provider, other] = [await aProvider(), await aProvider()];
    await expect(trusting(other).emailOf(await provider.token())).rejects.toThrow(Unauthenticated);
  });

  it.each([
    ['without an e-mail', {}],
    ['with one that is not verified', { email: 'ana@example.test' }],
    ['with one whose verification is a text', { email: 'ana@example.test', email_verified: 'true' }],
  ])('is refused %s', async (_what, claims) => {
    const provider = await aProvider({ claims });
    await expect(trusting(provider).emailOf(await provider.token())).rejects.toThrow(Unauthenticated);
  });

  it.each(['no address', 'a@b@c', 'ana@', '', 'x'.repeat(300) + '@example.test', 'a\0na@example.test'])(
    'is refused with an e-mail claim that is no e-mail address: %j',
    async (email) => {
      const provider = await aProvider();
      const token = await provider.sign(claimsOf(provider, { email }));
      await expect(trusting(provider).emailOf(token)).rejects.toThrow(
        expect.objectContaining({ challenge: expect.stringContaining('names no verified e-mail') }),
      );
    },
  );

  it('is refused without the type of an access token, where its issuer is configured so', async () => {
    const provider = await aProvider();
    const strict = trusting(provider, AUDIENCE, new SystemClock(), { typ: 'at+jwt' });
    const claims = claimsOf(provider);
    expect(await strict.emailOf(await provider.sign(claims))).toBe('ana@example.test');
    expect(await strict.emailOf(await provider.sign(claims, 'application/AT+JWT'))).toBe('ana@example.test');
    const idToken = await provider.sign(claims, 'JWT');
    expect(await trusting(provider).emailOf(idToken)).toBe('ana@example.test');
    await expect(strict.emailOf(idToken)).rejects.toThrow(
      expect.objectContaining({ challenge: expect.stringContaining('The token is not an access token.') }),
    );
  });

  it('is refused with an e-mail of another domain than its issuer is bound to', async () => {
    const provider = await aProvider();
    const domains = ['example.test', 'example.org'];
    const bound = trusting(provider, AUDIENCE, new SystemClock(), { domains });
    expect(await bound.emailOf(await provider.token())).toBe('ana@example.test');
    for (const email of ['ana@sub.example.test', 'ana@notexample.test', 'ana@example.test.evil.test']) {
      const token = await provider.sign(claimsOf(provider, { email }));
      await expect(bound.emailOf(token)).rejects.toThrow(Unauthenticated);
    }
  });

  it('is refused with what is wrong about it', async () => {
    const provider = await aProvider();
    const now = Math.floor(Date.now() / 1000);
    const said = async (token: string): Promise<string> =>
      trusting(provider)
        .emailOf(token)
        .catch((error: unknown) => (error instanceof Unauthenticated ? error.challenge : String(error)));
    const challenge = (reason: string) => `Bearer error="invalid_token", error_description="${reason}"`;
    for (const [claims, reason] of [
      [{ exp: now - 60 }, 'The token has expired.'],
      [{ nbf: now + 60 }, 'The token is not valid yet.'],
      [{ aud: 'https://elsewhere.example.test' }, 'The token is for another audience.'],
    ] as const) {
      expect(await said(await provider.sign(claimsOf(provider, claims)))).toBe(challenge(reason));
    }
    const { exp: _, ...endless } = claimsOf(provider);
    expect(await said(await provider.sign(endless))).toBe(
      challenge('The claim exp of the token is missing or not valid.'),
    );
    expect(await said('a.b.c')).toBe(challenge('The token is malformed.'));
    expect(await said(`${await provider.token()}${'x'.repeat(9_000)}`)).toBe(
      challenge('The token is too long.'),
    );
  });

  it('is refused once it has expired, after a tolerance for clocks', async () => {
    const provider = await aProvider({ lifetimeS: 60 });
    const token = await provider.token();
    const after = (seconds: number): AccessTokens => trusting(provider, AUDIENCE, new LaterClock(seconds));
    expect(await after(75).emailOf(token)).toBe('ana@example.test');
    await expect(after(95).emailOf(token)).rejects.toThrow(Unauthenticated);
  });

  it('is refused when any part of it is altered', async () => {
    const provider = await aProvider();
    const [head = '', body = '', signature = ''] = (await provider.token()).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, email: 'eve@example.test' })).toString(
      'base64url',
    );
    const tokens = trusting(provider);
    await expect(tokens.emailOf(`${head}.${forged}.${signature}`)).rejects.toThrow(Unauthenticated);
    await expect(tokens.emailOf(`${head}.${body}.${signature.slice(1)}`)).rejects.toThrow(Unauthenticated);
    await expect(tokens.emailOf('a.b.c')).rejects.toThrow(Unauthenticated);
  });

  it('is refused unsigned, signed with a shared secret, or with another key', async () => {
    const provider = await aProvider();
    const claims = {
      ...CLAIMS,
      iss: provider.issuer,
      aud: AUDIENCE,
      exp: Math.floor(Date.now() / 1000) + 300,
    };
    const { privateKey } = await generateKeyPair('RS256');
    const shared = new TextEncoder().encode('a secret of thirty-two characters or more');
    const tokens = trusting(provider);
    for (const token of [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(shared),
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    ]) {
      await expect(tokens.emailOf(token)).rejects.toThrow(Unauthenticated);
    }
  });

  it('is accepted after its issuer rotated its keys, without a restart', async () => {
    const before = await aProvider();
    const tokens = trusting(before);
    const old = await before.token();
    await tokens.emailOf(old);
    await before.stop();
    const after = await aProvider({ port: before.port });
    const renewed = await after.token();
    await eventually('the new key is fetched', () => isAccepted(tokens, renewed));
    expect(await tokens.emailOf(renewed)).toBe('ana@example.test');
    await expect(tokens.emailOf(old)).rejects.toThrow(Unauthenticated);
  });

  it('cannot be verified while its issuer is unavailable, and is accepted when it is back', async () => {
    const provider = await aProvider();
    const token = await provider.token();
    const tokens = trusting(provider);
    await provider.stop();
    await expect(tokens.emailOf(token)).rejects.toThrow(Unavailable);
    const back = await aProvider({ port: provider.port });
    expect(await tokens.emailOf(await back.token())).toBe('ana@example.test');
  });
});

/** New keys are fetched at most every 2 s: until then, a token signed with a new key is refused. */
async function isAccepted(tokens: AccessTokens, token: string): Promise<boolean> {
  return tokens.emailOf(token).then(
    () => true,
    () => false,
  );
}

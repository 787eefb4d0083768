import { afterEach, describe, expect, it } from '@jest/globals';
import { SystemClock, Unavailable } from '@pks/platform/process';
import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';
import { eventually } from '@pks/testing/black-box';
import {
  type ProviderTraits,
  type RunningProvider,
  startProvider,
} from '../../test/support/openid-provider.ts';
import { Unauthenticated } from '../http/unauthenticated.ts';
import { AccessTokens } from './access-tokens.ts';

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
): AccessTokens => new AccessTokens([{ issuer, audience }], clock);

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

/** New keys are fetched every 2 s at most: until then a token signed with one is refused. */
async function isAccepted(tokens: AccessTokens, token: string): Promise<boolean> {
  return tokens.emailOf(token).then(
    () => true,
    () => false,
  );
}

import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Unavailable } from '@pks/platform/process';
import { TestClock } from '@pks/testing';
import { type JWK, errors, exportJWK, generateKeyPair } from 'jose';
import { IssuerKeys } from './issuer-keys.ts';

const TOKEN = { payload: '', signature: '' };

let issuer: string;
let port: number;
/** The address of its keys that the issuer publishes. */
let keysAddress: string;
let asked: string[];
let key: JWK;
/** The names of the issuer's keys. */
let names: string[];
/** Whether it answers nothing. */
let isAway: boolean;
let server: Server;

beforeAll(async () => {
  const { publicKey } = await generateKeyPair('RS256');
  key = await exportJWK(publicKey);
  server = createServer(({ url = '', headers: { host = '' } }, response) => {
    asked.push(`${host}${url}`);
    if (isAway) return void response.destroy();
    const keys = names.map((kid) => ({ ...key, kid, alg: 'RS256' }));
    response.end(JSON.stringify(url === '/keys' ? { keys } : { issuer, jwks_uri: keysAddress }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  issuer = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  asked = [];
  names = ['one'];
  isAway = false;
  keysAddress = `http://localhost:${port}/keys`;
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const keysOf = (clock = new TestClock()) => new IssuerKeys({ issuer, audiences: [] }, clock);
const get = (keys: IssuerKeys, kid = 'one') => keys.get({ alg: 'RS256', kid }, TOKEN);
const fetched = () => asked.filter((address) => address.endsWith('/keys')).length;

/** Keys fetched while the clock was two days ahead; the clock is then set back. */
async function fetchedAhead(clock: TestClock): Promise<IssuerKeys> {
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now().getTime());
  const keys = keysOf(clock);
  await get(keys);
  clock.setBack(2 * 24 * 60 * 60_000);
  return keys;
}

describe('the keys of an issuer', () => {
  it('are fetched from where it says', async () => {
    await expect(get(keysOf())).resolves.toBeDefined();
    expect(asked).toEqual([`127.0.0.1:${port}/.well-known/openid-configuration`, `localhost:${port}/keys`]);
  });

  it('are not fetched unencrypted from another machine', async () => {
    // This machine, by a name that is not accepted for it.
    keysAddress = `http://[::ffff:127.0.0.1]:${port}/keys`;
    await expect(get(keysOf())).rejects.toThrow(Unavailable);
    expect(asked).toEqual([`127.0.0.1:${port}/.well-known/openid-configuration`]);
  });

  it('are fetched again after ten minutes, also where the clock was set back', async () => {
    const clock = new TestClock();
    const keys = await fetchedAhead(clock);
    names = ['two'];
    clock.advance(10 * 60_000 - 1);
    await expect(get(keys)).resolves.toBeDefined();
    expect(fetched()).toBe(1);
    clock.advance(1);
    await expect(get(keys)).rejects.toThrow(errors.JWKSNoMatchingKey);
    expect(fetched()).toBe(2);
  });

  it('are fetched again for one that is not among them, every 2 s at most, also where the clock was set back', async () => {
    const clock = new TestClock();
    const keys = await fetchedAhead(clock);
    names = ['one', 'two'];
    clock.advance(1_999);
    await expect(get(keys, 'two')).rejects.toThrow(errors.JWKSNoMatchingKey);
    expect(fetched()).toBe(1);
    clock.advance(1);
    await expect(get(keys, 'two')).resolves.toBeDefined();
    await expect(get(keys, 'three')).rejects.toThrow(errors.JWKSNoMatchingKey);
    expect(fetched()).toBe(2);
  });

  it('are those that are known while the issuer is away, whatever other key a token names, for ten minutes', async () => {
    const clock = new TestClock();
    const keys = keysOf(clock);
    await get(keys);
    isAway = true;
    clock.advance(2_000);
    await expect(get(keys, 'two')).rejects.toThrow(Unavailable);
    await expect(get(keys)).resolves.toBeDefined();
    clock.advance(10 * 60_000);
    await expect(get(keys)).rejects.toThrow(Unavailable);
    isAway = false;
    await expect(get(keys)).resolves.toBeDefined();
  });

  it('are fetched from another address where the issuer names another', async () => {
    const clock = new TestClock();
    const keys = keysOf(clock);
    await get(keys);
    names = ['two'];
    keysAddress = `http://127.0.0.1:${port}/keys`;
    clock.advance(2_000);
    await expect(get(keys, 'two')).resolves.toBeDefined();
    expect(asked.at(-1)).toBe(`127.0.0.1:${port}/keys`);
  });
});

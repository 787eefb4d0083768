import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '@pks/platform/process';
import { exportJWK, generateKeyPair } from 'jose';
import { IssuerKeys } from './issuer-keys.ts';

const TOKEN = { payload: '', signature: '' };

let issuer: string;
let port: number;
/** What the issuer says of where its keys are. */
let keysAddress: string;
let asked: string[];
let server: Server;

beforeAll(async () => {
  const { publicKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] };
  server = createServer(({ url = '', headers: { host = '' } }, response) => {
    asked.push(`${host}${url}`);
    response.end(JSON.stringify(url === '/keys' ? keys : { issuer, jwks_uri: keysAddress }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  issuer = `http://127.0.0.1:${port}`;
});
beforeEach(() => void (asked = []));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const keyOf = () => new IssuerKeys({ issuer, audiences: [] }).get({ alg: 'RS256', kid: 'one' }, TOKEN);

describe('the keys of an issuer', () => {
  it('are fetched from where it says', async () => {
    keysAddress = `http://localhost:${port}/keys`;
    await expect(keyOf()).resolves.toBeDefined();
    expect(asked).toEqual([`127.0.0.1:${port}/.well-known/openid-configuration`, `localhost:${port}/keys`]);
  });

  it('are not fetched unencrypted from another machine', async () => {
    // This machine by a name that is not one of those that are accepted.
    keysAddress = `http://[::ffff:127.0.0.1]:${port}/keys`;
    await expect(keyOf()).rejects.toThrow(Unavailable);
    expect(asked).toEqual([`127.0.0.1:${port}/.well-known/openid-configuration`]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { USER_TOKEN_PREFIX, makeSecret } from '@pks/contracts';
import { breakOff, head, sendRaw, sendThenRead, sendUntilClosed } from './support/raw-http.ts';
import { World } from './support/world.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_HTTP = '{"error":"The request is not valid HTTP."}';
const UNAUTHENTICATED = '{"error":"Authentication credentials were not provided."}';

const world = new World();
const { pathname: prefix } = new URL(world.baseUrl);
const HOST = 'Host: here';
const CREDENTIAL = `Authorization: Bearer ${world.founderToken}`;
const JSON_TYPE = 'Content-Type: application/json';

const ME = `GET ${prefix}/users/me/ HTTP/1.1`;
const MAKE = `POST ${prefix}/projects/ HTTP/1.1`;

const send = (...parts: (string | Uint8Array)[]) => sendRaw(world.baseUrl, ...parts);

describe('input that is not HTTP', () => {
  it.each<[string, string | Uint8Array]>([
    ['words', 'hello there\r\n\r\n'],
    ['the beginning of TLS', Uint8Array.from([22, 3, 1, 0, 200, 1, 0, 0, 0, 0, 0, 0])],
    ['a method that is no word', head(ME.replace('GET', 'G(T'), HOST)],
    ['an unknown version', head(ME.replace('1.1', '9.9'), HOST)],
    ['an address with a space', head(ME.replace('/me/', '/m e/'), HOST)],
    ['a header without a colon', head(ME, HOST, 'bad header')],
    ['a header with NUL', head(ME, HOST, 'X-Thing: a\0b')],
    ['two lengths', head(MAKE, HOST, JSON_TYPE, 'Content-Length: 2', 'Content-Length: 3') + '{}'],
    ['a negative length', head(MAKE, HOST, JSON_TYPE, 'Content-Length: -1')],
    [
      'a length and chunks',
      head(MAKE, HOST, 'Content-Length: 2', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
    ],
    [
      'chunks without a size',
      head(MAKE, HOST, CREDENTIAL, JSON_TYPE, 'Transfer-Encoding: chunked') + 'zz\r\n',
    ],
  ])('is refused: %s', async (_name, bytes) => {
    const answer = await send(bytes);
    expect(answer).toMatchObject({ status: 400, body: NO_HTTP });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(UUID);
  });

  it('may be cut off at any byte without harm', async () => {
    const whole = head(MAKE, HOST, CREDENTIAL, JSON_TYPE, 'Content-Length: 20') + '{"name":"x"}';
    const cuts = Array.from({ length: 12 }, (_, n) => Math.floor((whole.length * (n + 1)) / 12));
    for (const cut of cuts) {
      await breakOff(world.baseUrl, whole.slice(0, cut));
      expect((await world.founder.get('/users/me/')).status).toBe(200);
    }
  });
});

describe('a request', () => {
  it('of HTTP/1.1 requires a Host', async () => {
    const answer = await send(head(ME, CREDENTIAL));
    expect(answer).toMatchObject({ status: 400, body: '{"error":"The request has no Host header."}' });
  });

  it.each(['HTTP/1.1', 'HTTP/1.0'])(
    'of %s that closes its connection gets the refusal of a large body',
    async (version) => {
      const line = MAKE.replace('HTTP/1.1', version);
      const length = `Content-Length: ${16 * 1024 * 1024}`;
      const request = head(line, HOST, CREDENTIAL, JSON_TYPE, 'Connection: close', length);
      const answer = await sendThenRead(world.baseUrl, request + 'x'.repeat(16 * 1024 * 1024));
      expect(answer.status).toBe(413);
    },
  );

  it('of HTTP/1.0 does not require one', async () => {
    expect((await send(head(ME.replace('1.1', '1.0'), CREDENTIAL))).status).toBe(200);
  });

  it.each([
    ['the address', head(`GET ${prefix}/users/me/?a=${'a'.repeat(20_000)} HTTP/1.1`, HOST)],
    ['a header', head(ME, HOST, `X-Thing: ${'a'.repeat(20_000)}`)],
    ['all headers', head(ME, HOST, ...Array.from({ length: 900 }, (_, n) => `X-${n}: ${'a'.repeat(20)}`))],
  ])('is too large in %s', async (_name, bytes) => {
    const answer = await send(bytes);
    expect(answer).toMatchObject({
      status: 431,
      body: '{"error":"The address or the headers of the request are too large."}',
    });
    expect(answer.headers.get('x-request-id')).toMatch(UUID);
  });

  it.each(['/users/me/?search=café', '/users/mé/'])(
    'is refused for characters that are not percent-encoded: %s',
    async (address) => {
      const answer = await send(head(`GET ${prefix}${address} HTTP/1.1`, HOST, CREDENTIAL));
      expect(answer).toMatchObject({
        status: 400,
        body: '{"error":"The address has characters that are not percent-encoded."}',
      });
    },
  );

  it('may have an absolute address', async () => {
    const line = `GET http://here${prefix}/users/me/ HTTP/1.1`;
    expect((await send(head(line, HOST, CREDENTIAL))).status).toBe(200);
    expect(await send(head(line.replace('GET', 'PUT'), HOST, CREDENTIAL))).toMatchObject({
      status: 405,
      body: '{"error":"Method \\"PUT\\" not allowed."}',
    });
  });

  it.each(['FOO', 'get', 'x-y'])(
    'with the method %s, which nobody knows, is refused for it',
    async (method) => {
      const answer = await send(head(ME.replace('GET', method), HOST, CREDENTIAL));
      expect(answer).toMatchObject({ status: 405, body: `{"error":"Method \\"${method}\\" not allowed."}` });
      expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH, POST');
    },
  );

  it('is not normalised: dots in its path are names that do not exist', async () => {
    for (const path of ['/../users/me/', '/projects/../../users/me/', '/users/./me/', '/%2e%2e/users/me/']) {
      const answer = await send(head(`GET ${prefix}${path} HTTP/1.1`, HOST, CREDENTIAL));
      expect([path, answer.status, answer.body]).toEqual([path, 404, '{"error":"Not found."}']);
    }
  });

  it('with bytes that are not UTF-8 in its path is not found', async () => {
    for (const path of ['/projects/%zz/', '/projects/%ff/', '/%', '/projects/%c0%80/', '*']) {
      const address = path === '*' ? path : prefix + path;
      const answer = await send(head(`GET ${address} HTTP/1.1`, HOST, CREDENTIAL));
      expect([path, answer.status, answer.body]).toEqual([path, 404, '{"error":"Not found."}']);
      expect(answer.headers.get('x-request-id')).toMatch(UUID);
      expect([path, answer.headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    }
  });

  it('that expects 100-continue gets it, and is answered', async () => {
    const line = [MAKE, HOST, CREDENTIAL, JSON_TYPE, 'Content-Length: 2'] as const;
    const answer = await send(head(line[0], ...line.slice(1), 'Expect: 100-continue'), '{}');
    expect(answer.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
    expect(answer.status).toBe(400);
  });

  it('that expects anything else is refused', async () => {
    const answer = await send(head(ME, HOST, CREDENTIAL, 'Expect: miracles'));
    expect(answer.status).toBe(417);
    expect(answer.body).toContain('"error":"The expectation cannot be met');
    expect(answer.headers.get('x-request-id')).toMatch(UUID);
  });

  it('that wants to upgrade is answered without one', async () => {
    const answer = await send(head(ME, HOST, CREDENTIAL, 'Connection: Upgrade', 'Upgrade: websocket'));
    expect(answer.status).toBe(200);
  });
});

describe('a credential', () => {
  it.each([
    ['that is doubled', [CREDENTIAL, CREDENTIAL]],
    ['that is doubled in another case', [CREDENTIAL, CREDENTIAL.replace('Authorization', 'AUTHORIZATION')]],
    ['that is empty', ['Authorization:']],
    ['that is a scheme alone', ['Authorization: Bearer']],
    ['of another scheme', ['Authorization: Basic Zm9vOmJhcg==']],
    ['without a scheme', [CREDENTIAL.replace('Bearer ', '')]],
    ['that is a list', [`${CREDENTIAL}, Bearer x`]],
  ])('%s is not accepted', async (_name, headers) => {
    const answer = await send(head(ME, HOST, ...headers));
    expect(answer).toMatchObject({ status: 401, body: UNAUTHENTICATED });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    ['with a wrong checksum', CREDENTIAL.slice(0, -1) + (CREDENTIAL.endsWith('0') ? '1' : '0'), 'malformed.'],
    ['of no known form', 'Authorization: Bearer something', 'malformed.'],
    [
      'that was never issued',
      `Authorization: Bearer ${makeSecret(USER_TOKEN_PREFIX)}`,
      'The token is unknown.',
    ],
    ['of an unknown issuer', 'Authorization: Token e30.e30.c2ln', 'issuer of the token is not trusted.'],
  ])('%s is called invalid', async (_name, header, description) => {
    const answer = await send(head(ME, HOST, header));
    expect(answer).toMatchObject({ status: 401, body: UNAUTHENTICATED });
    expect(answer.headers.get('www-authenticate')).toMatch(
      new RegExp(`^Bearer error="invalid_token", error_description="[^"]*${description}[^"]*"$`),
    );
  });

  it.each(['Bearer', 'Token', 'bearer', 'tOKEN'])('is accepted under the scheme %s', async (scheme) => {
    expect((await send(head(ME, HOST, CREDENTIAL.replace('Bearer', scheme)))).status).toBe(200);
  });
});

describe('a connection', () => {
  it('accepts several pipelined requests and answers them in order', async () => {
    const first = head(ME, HOST);
    const last = head(ME, HOST, CREDENTIAL, 'Connection: close');
    const text = await sendUntilClosed(world.baseUrl, first + first + last);
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
      '401',
      '401',
      '200',
    ]);
  });
});

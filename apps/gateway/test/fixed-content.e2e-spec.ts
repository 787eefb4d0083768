import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { World } from './support/world.ts';

const world = new World();

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends exactly these headers, and decodes nothing. */
function receive(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(world.baseUrl + path, { headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe.each([
  '/openapi.json',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
])('%s', (path) => {
  it('is sent compressed, as the client accepts it', async () => {
    const plain = await receive(path);
    const gzip = await receive(path, { 'accept-encoding': 'gzip' });
    const brotli = await receive(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ]);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers, bytes } of [plain, gzip, brotli]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['content-length']).toBe(String(bytes.length));
    }
  });

  it('is described to HEAD as GET would answer', async () => {
    const accepted = { 'accept-encoding': 'br' };
    const [got, described] = [await receive(path, accepted), await receive(path, accepted, 'HEAD')];
    expect([described.status, described.bytes.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'vary'])
      expect([name, described.headers[name]]).toEqual([name, got.headers[name]]);
  });

  it('has a strong validator for each coding, and is not sent again while the client has it', async () => {
    const codings = ['identity', 'gzip', 'br'];
    const answers = await Promise.all(codings.map((coding) => receive(path, { 'accept-encoding': coding })));
    const etags = answers.map(({ headers }) => headers.etag ?? '');
    expect(new Set(etags).size).toBe(3);
    for (const [n, etag] of etags.entries()) {
      expect(etag).toMatch(/^"[\w-]{20,}"$/);
      const again = { 'accept-encoding': codings[n] ?? '', 'if-none-match': etag };
      const { status, headers, bytes } = await receive(path, again);
      expect([status, bytes.length, headers.etag]).toEqual([304, 0, etag]);
      expect([headers.vary, headers['cache-control']]).toEqual([
        'Accept-Encoding',
        answers[n]?.headers['cache-control'],
      ]);
    }
  });
});

describe('the browsable reference', () => {
  it('keeps no token in the browser', async () => {
    const { bytes } = await receive('/docs/start.js');
    expect(bytes.toString()).toMatch(/^SwaggerUIBundle\(/);
    expect(bytes.toString()).not.toMatch(/persistAuthorization|localStorage/);
  });
});

describe('the OpenAPI document', () => {
  it('names the address that each client used, however many there are', async () => {
    const named = async (host: string): Promise<unknown> => {
      const { bytes } = await receive('/openapi.json', { host });
      return (JSON.parse(bytes.toString()) as { servers: unknown }).servers;
    };
    for (let n = 0; n < 20; n += 1) {
      expect(await named(`host-${n}.test`)).toEqual([{ url: `http://host-${n}.test/api/v1` }]);
    }
    expect(await named('host-0.test')).toEqual([{ url: 'http://host-0.test/api/v1' }]);
  });
});

describe('every answer', () => {
  it('forbids browsers to guess its type', async () => {
    const asking = { authorization: `Bearer ${world.founderToken}` };
    const answers = await Promise.all([
      receive('/users/me/', asking),
      receive('/projects/?limit=0', asking),
      receive('/users/me/'),
      receive('/nothing/'),
      receive('/auth/token/'),
      receive('/%zz'),
      receive('/openapi.json'),
      receive('/docs'),
      receive('/docs', { 'if-none-match': '*' }),
      receive('/docs', { expect: 'miracles' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 404, 405, 404, 200, 200, 304, 417]);
    for (const { headers } of answers) expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OutgoingFailed } from './outgoing-failed.ts';
import { OutgoingHttp, type OutgoingRules } from './outgoing-http.ts';

const BOUNDS = { ms: 60_000, bytes: 1_000 };
/** A certificate for `localhost`, of an unknown authority. */
const TLS = new URL('../../test/fixtures/tls/', import.meta.url);
const never = new AbortController().signal;

let server: Server | undefined;
let requests: number;

/** Finds this machine for every name. */
const here: LookupFunction = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

async function serving(respond: RequestListener): Promise<URL> {
  requests = 0;
  server = createServer((request, response) => {
    requests += 1;
    respond(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return new URL(`http://host.example:${(server.address() as AddressInfo).port}/search?q=a`);
}

function get(url: URL, rules: Partial<OutgoingRules> = {}, signal = never) {
  return new OutgoingHttp({ ...BOUNDS, lookUp: here, allowedOrigins: [url.origin], ...rules }).get(
    url,
    signal,
  );
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

describe('an outgoing request', () => {
  it('returns what an allowed origin answers, at whatever address it is', async () => {
    const url = await serving(({ url: path, headers }, response) =>
      response.writeHead(203).end(JSON.stringify([path, headers.host, headers.authorization ?? null])),
    );
    expect(await get(url)).toEqual({ status: 203, body: JSON.stringify(['/search?q=a', url.host, null]) });
  });

  it('is not sent to a private address otherwise: not by its name, and not by its address', async () => {
    const url = await serving((_, response) => response.end());
    const other = { allowedOrigins: [`http://host.example:${Number(url.port) + 1}`, 'http://host.example'] };
    const address = new URL(`http://127.0.0.1:${url.port}/`);
    await expect(get(url, other)).rejects.toThrow('host.example is at no public address.');
    await expect(get(address, other)).rejects.toThrow('127.0.0.1 is at no public address.');
    expect(requests).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    const url = await serving((_, response) => response.writeHead(status, { Location: '/other' }).end());
    await expect(get(url)).rejects.toThrow(`It answered ${status}: redirects are not followed.`);
    expect(requests).toBe(1);
  });

  it('reads no endless body', async () => {
    const url = await serving((_, response) => {
      const more = (): void => void response.write('x'.repeat(600), () => setImmediate(more));
      response.on('error', () => undefined);
      more();
    });
    await expect(get(url)).rejects.toThrow('It answered 200 with too many bytes.');
  });

  it('reads a body of exactly the most bytes', async () => {
    const url = await serving((_, response) => response.end('é'.repeat(500)));
    expect((await get(url)).body).toBe('é'.repeat(500));
  });

  it.each<[string, RequestListener]>([
    ['does not begin', () => undefined],
    ['does not end', (_, response) => response.write('a')],
  ])('ends with its time when the response %s, or when it is told to', async (_, respond) => {
    const url = await serving(respond);
    await expect(get(url, { ms: 50 })).rejects.toThrow(OutgoingFailed);
    await expect(get(url, {}, AbortSignal.abort())).rejects.toThrow(OutgoingFailed);
  });

  it('fails when the connection is lost, or there is nobody', async () => {
    const url = await serving((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('abc', () => response.destroy());
    });
    await expect(get(url)).rejects.toThrow(OutgoingFailed);
    server?.close();
    server = undefined;
    await expect(get(url)).rejects.toThrow('ECONNREFUSED');
  });

  it('is not sent to a server that does not prove its name', async () => {
    const key = readFileSync(new URL('server-key.pem', TLS));
    const cert = readFileSync(new URL('localhost.pem', TLS));
    requests = 0;
    server = createTlsServer({ key, cert }, (_, response) => {
      requests += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`);
    await expect(get(url)).rejects.toThrow(/certificate/);
    expect(requests).toBe(0);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Load, type LoadResult, send } from './load.ts';
import { percentile } from './percentile.ts';

const SECONDS = 0.4;

/** Loads a server over one connection, or over others. */
async function loaded(
  t: TestContext,
  listener: RequestListener,
  change: Partial<Load> = {},
): Promise<LoadResult> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = [{ method: 'GET', path: '/' }] as const;
  return send({ origin, token: '', requests, connections: 1, seconds: SECONDS, ...change });
}

test('what is answered is counted, and what is refused is failed, too', async (t) => {
  let nth = 0;
  const { requests, failed, refused } = await loaded(t, (_request, response) => {
    response.writeHead(nth++ === 0 ? 429 : 200, { 'content-length': 2 }).end('{}');
  });
  assert.equal(requests, nth);
  assert.deepEqual([failed, refused], [1, { 429: 1 }]);
});

test('a connection that the server closes has failed: it loads nothing any more', async (t) => {
  const closing = { 'content-length': 2, connection: 'close' };
  const { requests, failed } = await loaded(
    t,
    (_request, response) => response.writeHead(200, closing).end('{}'),
    { connections: 3 },
  );
  assert.deepEqual([requests, failed], [3, 3]);
});

test('a request that waits for an earlier answer counts from when it was due', async (t) => {
  const STOP_MS = 1_000;
  let nth = 0;
  const { requests, p50 } = await loaded(
    t,
    (_request, response) => {
      const answer = (): unknown => response.writeHead(200, { 'content-length': 2 }).end('{}');
      setTimeout(answer, nth++ === 0 ? STOP_MS : 0);
    },
    { intervalMs: 20, seconds: STOP_MS / 1000 },
  );
  // All of them were due while the server stood still.
  assert.ok(requests > 5, `${requests} requests`);
  assert.ok(p50 >= STOP_MS / 2 - 20, `p50 is ${p50} ms`);
});

test('a percentile is the value that so many do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_none, n) => n + 1);
  assert.deepEqual([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99)], [50, 99, 7]);
  assert.ok(Number.isNaN(percentile([], 0.5)));
});

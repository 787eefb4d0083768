import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Answered, type Surplus, sendSurplus } from './surplus.ts';

const LIMIT = { timeout: 20_000 };
const JSON_HEAD = { 'content-length': 2 };

async function loaded(
  t: TestContext,
  listener: RequestListener,
  change: Partial<Surplus> = {},
): Promise<Answered> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = [{ method: 'GET', path: '/' }] as const;
  return sendSurplus({ origin, token: '', requests, connections: 4, seconds: 0.5, ...change });
}

for (const [kind, change] of [
  ['each waits', {}],
  ['none waits', { perSecond: 40 }],
] as const) {
  test(`${kind}: answers are useful, refused or failed`, LIMIT, async (t) => {
    let nth = 0;
    const { useful, refused, failed } = await loaded(
      t,
      (_request, response) => {
        const [status = 200, head = {}] = [[], [503, { 'retry-after': 1 }], [500]][nth++] ?? [];
        response.writeHead(Number(status), { ...JSON_HEAD, ...Object(head) }).end('{}');
      },
      change,
    );
    assert.equal(useful.length + refused.length + failed, nth);
    assert.deepEqual([refused.length, failed], [1, 1]);
  });

  test(`${kind}: a request whose connection ends has failed, and others follow`, LIMIT, async (t) => {
    let [nth, ended] = [0, 0];
    const { useful, failed } = await loaded(
      t,
      (request, response) => {
        if (nth++ % 3 > 0) return response.writeHead(200, JSON_HEAD).end('{}');
        ended += 1;
        return nth === 1 ? request.socket.resetAndDestroy() : request.socket.end();
      },
      change,
    );
    assert.ok(useful.length > 4 && ended > 1);
    assert.equal(failed, ended);
  });

  test(`${kind}: without a server, the end comes all the same`, LIMIT, async () => {
    const requests = [{ method: 'GET', path: '/' }] as const;
    const load = { origin: 'http://127.0.0.1:1', token: '', requests, connections: 4, seconds: 0.3 };
    const { useful } = await sendSurplus({ ...load, ...change });
    assert.deepEqual(useful, []);
  });
}

test('answers that come after the load count with the time that they took', LIMIT, async (t) => {
  const { useful, seconds } = await loaded(
    t,
    (_request, response) => {
      setTimeout(() => response.writeHead(200, JSON_HEAD).end('{}'), 100);
    },
    { connections: 1, perSecond: 40, seconds: 0.25 },
  );
  // One connection has ten answers a second, whatever is asked for.
  assert.ok(useful.length > 5);
  assert.ok(useful.length / seconds <= 10.1, `${useful.length} in ${seconds} s`);
});

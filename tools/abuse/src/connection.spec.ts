import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Attack } from './attack.ts';
import { bytesOf } from './request.ts';

let server: Server;
let origin: string;
before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/cut') return void request.socket.destroy();
    if (request.url === '/stream') return void response.writeHead(200).write('data: 1\n\n');
    if (request.url === '/silent') return;
    response
      .writeHead(request.url === '/many' ? 429 : 200, { 'content-length': 100_000 })
      .end('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string) => bytesOf({ method: 'GET', path });

test('a connection carries one request after the other, and says what came of each', async () => {
  const attack = new Attack(origin);
  const connection = attack.connect();
  assert.equal(await connection.exchange(get('/')), '200');
  assert.equal(await connection.exchange(get('/many')), '429');
  assert.equal(await connection.exchange(get('/')), '200');
  assert.equal(await connection.exchange(get('/cut')), 'closed');
  assert.equal(connection.open, false);
  attack.end();
});

test('a stream is answered once its head is there', async () => {
  const attack = new Attack(origin);
  assert.equal(await attack.connect().exchange(get('/stream')), '200');
  attack.end();
});

test('an attack counts what came of its requests until its end, which closes all connections', async () => {
  const attack = new Attack(origin);
  const paths = ['/', '/many', '/cut', '/silent'];
  const enough = Promise.withResolvers<void>();
  const work = attack.flood(8, (n) => {
    if (n > 40) enough.resolve();
    return get(paths[n % 3] ?? '');
  });
  const waiting = attack.connect().exchange(get('/silent'));
  await enough.promise;
  attack.end();
  await work;
  assert.equal(await waiting, 'closed');
  const { counts } = attack.tally;
  assert.deepEqual(Object.keys(counts).sort(), ['200', '429', 'closed']);
  assert.ok(Object.values(counts).reduce((sum, count) => sum + count, 0) > 30);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DatabaseProxy } from './database-proxy.ts';

interface Connected {
  readonly proxy: DatabaseProxy;
  readonly socket: Socket;
  /** A connection to the same server that bypasses the proxy. */
  readonly direct: Socket;
}

/** A connection through a proxy to a server that echoes everything. */
async function aConnection(context: TestContext): Promise<Connected> {
  const echo = createServer((client) => client.pipe(client)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const proxy = new DatabaseProxy();
  const { port } = echo.address() as AddressInfo;
  const socket = connect(await proxy.portFor(port), '127.0.0.1');
  const direct = connect(port, '127.0.0.1');
  context.after(() => {
    direct.destroy();
    socket.destroy();
    proxy.close();
    echo.close();
  });
  return { proxy, socket, direct };
}

async function said(socket: Socket, length: number): Promise<string> {
  let text = '';
  while (text.length < length) text += String((await once(socket, 'data'))[0]);
  return text;
}

test('bytes pass in order, each answer delayed as configured', async (context) => {
  const { proxy, socket } = await aConnection(context);
  socket.write('one');
  assert.equal(await said(socket, 3), 'one');
  proxy.delayMs = 150;
  const began = performance.now();
  socket.write('two');
  socket.write('three');
  assert.equal(await said(socket, 8), 'twothree');
  assert.ok(performance.now() - began >= 145);
});

test('frozen, it passes nothing; thawed, everything that was held', async (context) => {
  const { proxy, socket, direct } = await aConnection(context);
  socket.write('a');
  await said(socket, 1);
  proxy.freeze();
  const answer = said(socket, 4);
  let isThere = false;
  void answer.then(() => (isThere = true));
  socket.write('held');
  // Each byte takes half of the delay of an answer through the proxy.
  for (let times = 0; times < 20; times += 1) {
    direct.write('x');
    await said(direct, 1);
  }
  assert.equal(isThere, false);
  proxy.thaw();
  assert.equal(await answer, 'held');
});

test('the end of a connection passes too', async (context) => {
  const { socket } = await aConnection(context);
  const closed = once(socket, 'close');
  const answer = said(socket, 3);
  socket.end('bye');
  assert.equal(await answer, 'bye');
  await closed;
});

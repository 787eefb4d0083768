import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { whenArrived } from './unread-body.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n';

let server: Server;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** Sends the beginning of a request. Returns the request as the server has it, and the client's connection. */
async function begun(bytes: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { request, socket };
}

describe('a body that arrives after its request was refused', () => {
  it('is waited for', async () => {
    const { request, socket } = await begun(`${HEAD}ab`);
    let isDone = false;
    const done = new Promise<void>((resolve) => {
      whenArrived(request, 60_000, () => {
        isDone = true;
        resolve();
      });
    });
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    socket.write('cd');
    await done;
    socket.destroy();
  });

  it('is waited for no longer than that, and said to be over once', async () => {
    const { request, socket } = await begun(`${HEAD}ab`);
    let times = 0;
    await new Promise<void>((resolve) => {
      whenArrived(request, 10, () => {
        times += 1;
        resolve();
      });
    });
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    socket.destroy();
    await closed;
    await new Promise(setImmediate);
    expect(times).toBe(1);
  });
});

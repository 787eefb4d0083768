import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeLog } from '@pks/platform/process';
import { limitArrival } from './arrival-limit.ts';
import { answerUnreadable } from './unreadable.ts';

let server: Server;

beforeEach(async () => {
  server = createServer((request, response) => {
    limitArrival(server, request, 100);
    request.on('error', () => undefined).resume();
    request.once('end', () => response.end('read'));
  });
  server.on('clientError', answerUnreadable(makeLog('test', 'silent')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function answerTo(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

describe('a request', () => {
  it('whose body does not arrive in time is refused', async () => {
    for (const announced of ['Content-Length: 10', 'Transfer-Encoding: chunked']) {
      const answer = await answerTo(`POST / HTTP/1.1\r\nHost: localhost\r\n${announced}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
      expect(answer).toContain('The request took too long to arrive.');
    }
  });

  it('whose body has arrived, or that has none, is answered', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    expect(await answerTo(`${head}Content-Length: 2\r\n\r\nhi`)).toMatch(/200 OK/);
    expect(await answerTo(`${head}\r\n`)).toMatch(/200 OK/);
  });
});

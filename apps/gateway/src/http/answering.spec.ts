import { once } from 'node:events';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import { type AddressInfo, Socket, connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { eventually } from '@pks/testing';
import { StreamCounts } from '../streams/stream-counts.ts';
import { beginAnswer, whenOver } from './answering.ts';

/** The response to a client that is already gone. */
async function gone(): Promise<ServerResponse> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  if (!response.closed) await once(response, 'close');
  return response;
}

it('ends with its connection when its client does not read it', async () => {
  const ended: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    whenOver(response, () => ended.push(url));
    beginAnswer(response, 50);
    response.end(Buffer.alloc(url === '/large' ? 64 * 1024 * 1024 : 10));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.pause();
  client.write('GET /small HTTP/1.1\r\nhost: a\r\n\r\nGET /large HTTP/1.1\r\nhost: a\r\n\r\n');
  await eventually('both are over', () => ended.length === 2);
  expect(ended).toEqual(['/small', '/large']);
  client.destroy();
  server.close();
  await once(server, 'close');
});

it('leaves the next request of its connection the time that it takes', async () => {
  const server = createServer(({ url = '' }, response) => {
    const answer = (): void => {
      beginAnswer(response, 50);
      response.end(url);
    };
    if (url === '/quick') answer();
    else setTimeout(answer, 200);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let read = '';
  client.on('data', (bytes: Buffer) => (read += bytes.toString()));
  client.write('GET /quick HTTP/1.1\r\nhost: a\r\n\r\nGET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
  await eventually(
    'both are answered, or the connection is closed',
    () => read.includes('/slow') || client.closed,
  );
  expect(read).toContain('/slow');
  client.destroy();
  server.close();
  await once(server, 'close');
});

it('is over at once where its client has gone before: no stream of theirs is counted for ever', async () => {
  const counts = new StreamCounts();
  counts.count('ana', await gone());
  expect(counts.size).toBe(0);
});

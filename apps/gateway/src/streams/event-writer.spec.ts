import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { untilStill } from '@pks/testing/black-box';
import { beginAnswer } from '../http/answering.ts';
import { EventWriter } from './event-writer.ts';

/** More than the system buffers for a client that does not read. */
const MUCH = 'x'.repeat(32 * 1024 * 1024);

let server: Server;
let reader: Socket;
let response: ServerResponse;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const arrived = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  [, response] = await arrived;
});

afterEach(() => {
  reader.destroy();
  server.close();
});

/** Continues reading; returns how many bytes there were once the connection has closed. */
async function readAll(): Promise<number> {
  let read = 0;
  reader.on('data', (bytes) => (read += bytes.length));
  await once(reader, 'close');
  return read;
}

describe('a write', () => {
  it('resolves immediately while the client keeps up', async () => {
    await new EventWriter(response).write('an event');
    const [bytes] = (await once(reader, 'data')) as [Buffer];
    expect(bytes.toString()).toContain('an event');
  });

  it('completes when the reader has received it, and not before', async () => {
    const writer = new EventWriter(response);
    let through = false;
    const written = writer.write(MUCH).then(() => (through = true));
    writer.writeUnlessBlocked('left out');
    await untilStill(() => response.writableLength);
    expect(through).toBe(false);
    reader.resume();
    await written;
    expect([writer.closed, response.destroyed]).toEqual([false, false]);
  });

  it('completes when the reader disconnects', async () => {
    const writer = new EventWriter(response);
    const written = writer.write(MUCH);
    reader.destroy();
    await written;
    expect(writer.closed).toBe(true);
    await writer.write('to nobody');
  });

  it('is skipped while the reader is behind, if it is optional', async () => {
    const writer = new EventWriter(response);
    const written = writer.write(MUCH);
    const waiting = response.writableLength;
    writer.writeUnlessBlocked('left out');
    expect(response.writableLength).toBe(waiting);
    reader.resume();
    await written;
  });
});

describe('a reader', () => {
  it('that reads nothing for longer than any answer waits to be read is disconnected', async () => {
    beginAnswer(response, 50);
    await new EventWriter(response).write(MUCH);
    expect(response.destroyed).toBe(true);
    expect(await readAll()).toBeLessThan(MUCH.length);
  });

  it('that takes long for a text is not', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const written = new EventWriter(response).write(MUCH);
    jest.advanceTimersByTime(600_000);
    jest.useRealTimers();
    reader.resume();
    await written;
    expect(response.destroyed).toBe(false);
  });

  it('receives the last text, then the end', async () => {
    const writer = new EventWriter(response);
    const ended = once(response, 'close');
    writer.end('last words');
    writer.end('no more');
    const [bytes] = (await once(reader, 'data')) as [Buffer];
    expect(bytes.toString()).toContain('last words');
    await ended;
    expect([response.writableFinished, writer.closed]).toEqual([true, true]);
  });

  it('who does not read the last text is disconnected all the same', async () => {
    const writer = new EventWriter(response);
    const written = writer.write(MUCH);
    writer.end('last words');
    await once(response, 'close');
    await written;
    expect(response.writableFinished).toBe(false);
  });
});

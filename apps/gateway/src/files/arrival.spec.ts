import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { piecesOf } from './arrival.ts';
import { ArrivalTimeout, ClientGone } from './refusals.ts';

const PATIENT = { silenceMs: 60_000, wholeMs: 60_000 };

let server: Server;
let client: Socket;
let request: IncomingMessage;

beforeEach(async () => {
  const asked = Promise.withResolvers<IncomingMessage>();
  server = createServer((incoming) => asked.resolve(incoming)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345');
  request = await asked.promise;
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

async function read(patience = PATIENT, takeMs = 0): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(request, patience)) {
    text += String(piece);
    await sleep(takeMs);
  }
  return text;
}

describe('a body', () => {
  it('is read to its end as it comes', async () => {
    const reading = read();
    await sleep(20);
    client.write('67890');
    expect(await reading).toBe('1234567890');
  });

  it('of which nothing more comes is not waited for', async () => {
    await expect(read({ ...PATIENT, silenceMs: 50 })).rejects.toBeInstanceOf(ArrivalTimeout);
    expect(request.socket.destroyed).toBe(false);
  });

  it('that goes on for too long is not waited for, however much comes', async () => {
    const trickle = setInterval(() => client.write('6'), 40);
    await expect(read({ ...PATIENT, wholeMs: 100 })).rejects.toBeInstanceOf(ArrivalTimeout);
    clearInterval(trickle);
  });

  it('is not late while it is the reader who is slow', async () => {
    client.write('67890');
    expect(await read({ ...PATIENT, silenceMs: 100 }, 300)).toBe('1234567890');
  });

  it('whose client is gone says so', async () => {
    const reading = expect(read()).rejects.toBeInstanceOf(ClientGone);
    await sleep(20);
    client.destroy();
    await reading;
  });
});

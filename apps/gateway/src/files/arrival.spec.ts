import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, pause } from '@pks/testing/black-box';
import { piecesOf } from './arrival.ts';
import { ArrivalTimeout, ArrivalTooSlow, ClientGone } from '../http/refusals.ts';

const PATIENT = { wholeMs: 60_000, bytesPerSecond: 1, behindMs: 60_000, pauseMs: 60_000 };

let server: Server;
let client: Socket;
let request: IncomingMessage;

beforeEach(async () => {
  const arrived = Promise.withResolvers<IncomingMessage>();
  server = createServer((incoming) => arrived.resolve(incoming)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345');
  request = await arrived.promise;
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Reads the body; `onPiece` is called for each piece before the next is read. */
async function read(patience = PATIENT, onPiece = async (): Promise<void> => undefined): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(request, patience)) {
    text += String(piece);
    await onPiece();
  }
  return text;
}

describe('a body', () => {
  it('is read to its end as it arrives', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const reading = read(PATIENT, async () => begin());
    await begun;
    client.write('67890');
    expect(await reading).toBe('1234567890');
  });

  it('is abandoned when nothing more arrives', async () => {
    await expect(read({ ...PATIENT, pauseMs: 50 })).rejects.toBeInstanceOf(ArrivalTooSlow);
    expect(request.socket.destroyed).toBe(false);
  });

  it('is abandoned when it arrives too slowly, however often something arrives', async () => {
    const trickle = setInterval(() => client.write('6'), 40);
    const slowly = read({ ...PATIENT, bytesPerSecond: 1_000, behindMs: 100 });
    await expect(slowly).rejects.toBeInstanceOf(ArrivalTooSlow);
    clearInterval(trickle);
  });

  it('is waited for again after as many bytes as make up for the time', async () => {
    const reading = read({ ...PATIENT, bytesPerSecond: 0.1, behindMs: 500 });
    setTimeout(() => client.write('67890'), 700);
    expect(await reading).toBe('1234567890');
  });

  it('is abandoned when it takes too long, however much arrives', async () => {
    const reading = read({ ...PATIENT, wholeMs: 50 });
    await expect(reading).rejects.toBeInstanceOf(ArrivalTimeout);
    await expect(reading).rejects.not.toBeInstanceOf(ArrivalTooSlow);
  });

  it('is not late while the reader is slow', async () => {
    let pieces = 0;
    const slowly = async (): Promise<void> => {
      pieces += 1;
      if (pieces === 1) client.write('67890');
      await pause(150);
      await eventually('the rest has arrived', () => pieces === 2 || request.readableLength === 5);
    };
    expect(await read({ ...PATIENT, pauseMs: 100 }, slowly)).toBe('1234567890');
  });

  it('reports that its client disconnected', async () => {
    const leaving = read(PATIENT, async () => void client.destroy());
    await expect(leaving).rejects.toBeInstanceOf(ClientGone);
  });
});

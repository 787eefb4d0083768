import { PassThrough } from 'node:stream';
import { ServerResponse, IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { NotificationChange } from '@pks/contracts';
import { Forbidden, Unavailable } from '@pks/platform/process';
import { aCaller, eventually, silentLog } from '@pks/testing';
import type { Socket } from 'node:net';
import { EventWriter } from './event-writer.ts';
import { NotificationStream } from './notification-stream.ts';

const RARELY = 3_600_000;
const at = '2026-11-21T12:00:00.000Z';
const ana = aCaller();

let socket: PassThrough;
let read: string;
let failure: Error | undefined;
let caller = ana;
let happened: number;
let asked: number;
let stream: NotificationStream;

beforeEach(() => {
  [read, failure, caller, happened, asked] = ['', undefined, ana, 0, 0];
  socket = new PassThrough();
  socket.on('data', (bytes: Buffer) => (read += bytes.toString()));
  const response = new ServerResponse(new IncomingMessage(socket as unknown as Socket));
  response.assignSocket(socket as unknown as Socket);
  const readmit = async () => {
    if (failure) throw failure;
    return { caller, sealed: '' };
  };
  const ask = async (_caller: string, after: number) => {
    asked += 1;
    const last = Math.min(after + 2, happened);
    const numbers = Array.from({ length: last - after }, (_, n) => after + n + 1);
    const changes = numbers.map((number): NotificationChange => ({ number, kind: 'reset', at }));
    return { changes, last, full: changes.length === 2 };
  };
  const writer = new EventWriter(response, RARELY);
  stream = new NotificationStream(ana.user_id, 0, { writer, log: silentLog(), readmit, ask });
});

afterEach(() => stream.stop());

const ids = (): number[] => [...read.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

describe('a stream', () => {
  it('tells all that there is when it begins, a batch after the other', async () => {
    happened = 5;
    stream.begin({ lookMs: RARELY, beatMs: RARELY });
    await eventually('all was told', () => ids().length === 5);
    expect([ids(), asked]).toEqual([[1, 2, 3, 4, 5], 3]);
  });

  it('tells at a heartbeat what no notice told of', async () => {
    stream.begin({ lookMs: RARELY, beatMs: 20 });
    await eventually('it asked', () => asked > 0);
    happened = 1;
    await eventually('it was told', () => ids().length === 1);
    expect(read).toMatch(/^: $/m);
  });

  it('tells at the next look what could not be asked for', async () => {
    failure = new Unavailable();
    happened = 1;
    stream.begin({ lookMs: 20, beatMs: RARELY });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([asked, read]).toEqual([0, '']);
    failure = undefined;
    await eventually('it was told', () => ids().length === 1);
  });

  it('ends for what is the fault of the caller, in the words of that', async () => {
    stream.begin({ lookMs: 20, beatMs: RARELY });
    failure = new Forbidden('API key revoked.');
    await eventually('it ended', () => read.includes('event: end\ndata: {"error":"API key revoked."}\n\n'));
  });

  it('ends when it would go on as somebody else, of whom it tells nothing', async () => {
    stream.begin({ lookMs: RARELY, beatMs: RARELY });
    await eventually('it asked', () => asked > 0);
    [caller, happened] = [aCaller(), 1];
    stream.wake();
    await eventually('it ended', () => read.includes('event: end'));
    expect(ids()).toEqual([]);
  });

  it('ends without a word when the gateway does', async () => {
    stream.begin({ lookMs: RARELY, beatMs: RARELY });
    stream.end();
    await eventually('it ended', () => read.startsWith('HTTP/1.1 200 OK'));
    expect(read).not.toContain('event:');
  });
});

import { PassThrough } from 'node:stream';
import { ServerResponse, IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { NotificationChange, Permission } from '@pks/contracts';
import { Forbidden, Unavailable } from '@pks/platform/process';
import { aCaller, eventually, silentLog } from '@pks/testing';
import type { Socket } from 'node:net';
import { EventWriter } from './event-writer.ts';
import type { Position } from './last-event-id.ts';
import { NotificationStream } from './notification-stream.ts';

const RARELY = 3_600_000;
const at = '2026-11-21T12:00:00.000Z';
const ana = aCaller();

let socket: PassThrough;
let read: string;
let failure: Error | undefined;
let caller = ana;
let happened: number;
let queries: number;
let checks: number;
let stream: NotificationStream;
let resume: (position: Position) => void;

beforeEach(() => {
  [read, failure, caller, happened, queries, checks] = ['', undefined, ana, 0, 0, 0];
  socket = new PassThrough();
  socket.on('data', (bytes: Buffer) => (read += bytes.toString()));
  const response = new ServerResponse(new IncomingMessage(socket as unknown as Socket));
  response.assignSocket(socket as unknown as Socket);
  const readmit = async () => {
    checks += 1;
    if (failure) throw failure;
    return caller;
  };
  const query = async (_caller: unknown, after: number) => {
    queries += 1;
    const last = Math.min(after + 2, happened);
    const numbers = Array.from({ length: last - after }, (_, n) => after + n + 1);
    const changes = numbers.map((number): NotificationChange => ({ number, kind: 'reset', at }));
    return { changes, last, full: changes.length === 2 };
  };
  const parts = { writer: new EventWriter(response), log: silentLog(), readmit, query };
  resume = (position) => (stream = new NotificationStream(ana, position, parts));
  resume({ number: 0, asAdmin: true });
});

afterEach(() => stream.stop());

const ids = (): number[] => [...read.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

describe('a stream', () => {
  it('sends all changes when it begins, batch after batch', async () => {
    happened = 5;
    stream.begin({ recheckMs: RARELY, heartbeatMs: RARELY });
    await eventually('all were sent', () => ids().length === 5);
    expect([ids(), queries]).toEqual([[1, 2, 3, 4, 5], 3]);
  });

  it('sends at a heartbeat what no notice announced', async () => {
    stream.begin({ recheckMs: RARELY, heartbeatMs: 20 });
    await eventually('it queries', () => queries > 0);
    happened = 1;
    await eventually('it was sent', () => ids().length === 1);
    expect(read).toMatch(/^: $/m);
  });

  it('retries at the next check what could not be queried', async () => {
    failure = new Unavailable();
    happened = 1;
    stream.begin({ recheckMs: 20, heartbeatMs: RARELY });
    await eventually('it tried more than once', () => checks > 2);
    expect([queries, read]).toEqual([0, '']);
    failure = undefined;
    await eventually('it was sent', () => ids().length === 1);
  });

  it('ends for a fault of the caller, with its sentence', async () => {
    stream.begin({ recheckMs: 20, heartbeatMs: RARELY });
    failure = new Forbidden('API key revoked.');
    await eventually('it ended', () => read.includes('event: end\ndata: {"error":"API key revoked."}\n\n'));
  });

  it('ends when its request now has another effective user, whose changes it does not send', async () => {
    stream.begin({ recheckMs: RARELY, heartbeatMs: RARELY });
    await eventually('it queries', () => queries > 0);
    [caller, happened] = [aCaller(), 1];
    stream.wake();
    await eventually('it ended', () => read.includes('event: end'));
    expect(ids()).toEqual([]);
  });

  it('has the client list again, once, when its user becomes an admin or is one no longer, with or without a change', async () => {
    const sees = (permissions: Permission[]): void =>
      void (caller = { ...ana, project: ana.project && { ...ana.project, permissions } });
    stream.begin({ recheckMs: 20, heartbeatMs: RARELY });
    await eventually('it was checked', () => checks > 2);
    sees(['CAN_VIEW_DATA']);
    await eventually('it was sent', () => read.endsWith('id: 0\nevent: reset\ndata: {}\n\n'));
    const before = checks;
    await eventually('it was checked again', () => checks > before + 2);
    expect(ids()).toEqual([0]);
    [failure, happened] = [new Unavailable(), 1];
    sees(['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']);
    stream.wake();
    const failed = checks;
    await eventually('it was checked', () => checks > failed + 2);
    failure = undefined;
    await eventually('it was sent', () => ids().length > 1);
    expect(ids()).toEqual([0, 1, 1]);
  });

  it('has the client list again if its user became an admin before it was resumed, and resumes as what it was until then', async () => {
    resume({ number: 1, asAdmin: false });
    happened = 4;
    stream.begin({ recheckMs: RARELY, heartbeatMs: RARELY });
    await eventually('all was sent', () => ids().length === 4);
    expect([...read.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual(['2', '3', '03', '04']);
  });

  it('ends without an event when the gateway stops', async () => {
    stream.begin({ recheckMs: RARELY, heartbeatMs: RARELY });
    stream.end();
    await eventually('it ended', () => read.startsWith('HTTP/1.1 200 OK'));
    expect(read).not.toContain('event:');
  });
});

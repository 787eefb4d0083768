import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type OwnServer, eventually, freePort, startOwnNats } from '@pks/testing';
import { BusConnection } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';

/** The limit of a server without a configured one. */
const BY_DEFAULT = 'max_payload: 1MB';
const TOO_SMALL =
  'NATS accepts messages up to 1048576 bytes only: set max_payload to 8MB in its configuration.';

let port: number;
let nats: OwnServer;
let connection: BusConnection;
let captured: CapturedLog;

beforeEach(async () => {
  port = await freePort();
  nats = await startOwnNats({ port, settings: BY_DEFAULT });
  captured = capturedLog();
  connection = new BusConnection(nats.url, 'served', captured.log);
  connection.open();
  await eventually('it is connected', () => connection.connected);
});
afterEach(async () => {
  await connection.close();
  await nats.stop();
});

const errors = (): unknown[] => captured.lines.filter(({ level }) => level === 50).map(({ msg }) => msg);

async function restartWith(settings: string): Promise<void> {
  await nats.stop();
  await eventually('it is away', () => !connection.connected);
  nats = await startOwnNats({ port, settings });
  await eventually('it is back', () => connection.connected);
}

it('where the server accepts small messages only, a process is not ready and says what to set', () => {
  expect(connection.notReady).toBe(TOO_SMALL);
  expect(errors()).toEqual([TOO_SMALL]);
});

it('each connection has the limit of its own server', async () => {
  await restartWith('');
  expect(connection.notReady).toBeUndefined();
  expect(errors()).toEqual([TOO_SMALL]);
  await restartWith(BY_DEFAULT);
  expect(connection.notReady).toBe(TOO_SMALL);
  await eventually('that is logged again', () => errors().length === 2);
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { type OwnNats, eventually, startOwnNats } from '@pks/testing';
import { BusConnection } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';

const fileNamed = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));
const AUTHORITY = fileNamed('authority');

/** The configuration of a server with this certificate. */
function certified(name: string): { settings: string } {
  const [cert, key] = [fileNamed(name), fileNamed('server-key')].map((path) => JSON.stringify(path));
  return { settings: `tls { cert_file: ${cert}, key_file: ${key} }` };
}

/** The server with a certificate for `localhost`. */
let named: OwnNats;
/** The server with a certificate for 127.0.0.1. */
let numbered: OwnNats;
let plain: OwnNats;
let captured: CapturedLog;
let connection: BusConnection | undefined;

beforeAll(async () => {
  [named, numbered, plain] = await Promise.all([
    startOwnNats(certified('localhost')),
    startOwnNats(certified('address')),
    startOwnNats(),
  ]);
});
beforeEach(() => {
  captured = capturedLog();
});
afterEach(() => connection?.close());
afterAll(() => Promise.all([named.stop(), numbered.stop(), plain.stop()]));

function open(url: string, authority?: string): BusConnection {
  connection = new BusConnection(url, 'test', captured.log, authority);
  connection.open();
  return connection;
}

/** The logged reasons why there is no connection. */
function reasons(): string[] {
  return captured.lines.flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : []));
}

/** Resolves with the reasons once one was logged; there is still no connection. */
async function refused(): Promise<string[]> {
  await eventually('it is refused', () => reasons().length > 0);
  expect(connection?.connected).toBe(false);
  return reasons();
}

const addressOf = (scheme: string, host: string, { url }: OwnNats): string =>
  `${scheme}://${host}:${new URL(url).port}`;

describe('an address with tls://', () => {
  it('connects to a name or to an address, encrypted and to the host of the certificate', async () => {
    for (const address of [addressOf('tls', 'localhost', named), addressOf('tls', '127.0.0.1', numbered)]) {
      const opened = await connectedTo(address);
      expect(opened.native.info?.tls_required).toBe(true);
      const received: string[] = [];
      await opened.subscribe('news', (message) => received.push(message.string()));
      opened.publish('news', 'good');
      await eventually('it arrives', () => received.includes('good'));
      await opened.close();
    }
  });

  it('may name several servers', async () => {
    await connectedTo(`${addressOf('tls', '127.0.0.1', numbered)},${addressOf('tls', 'localhost', named)}`);
  });

  it('refuses a certificate of an authority that it does not know, and retries', async () => {
    open(addressOf('tls', 'localhost', named), fileNamed('other-authority'));
    expect((await refused()).join()).toMatch(/certificate/i);
    await connection?.close();
    captured = capturedLog();
    open(addressOf('tls', 'localhost', named));
    expect((await refused()).join()).toMatch(/certificate/i);
  });

  it('refuses the certificate of another host', async () => {
    open(addressOf('tls', '127.0.0.1', named), AUTHORITY);
    expect((await refused()).join()).toMatch(/altnames/);
    await connection?.close();
    captured = capturedLog();
    open(addressOf('tls', 'localhost', numbered), AUTHORITY);
    expect((await refused()).join()).toMatch(/altnames/);
  });

  it('never falls back to a connection without encryption', async () => {
    open(addressOf('tls', 'localhost', plain), AUTHORITY);
    expect((await refused()).join()).toMatch(/tls/i);
  });

  it('retries while the file of the authority is missing', async () => {
    open(addressOf('tls', 'localhost', named), '/nowhere/authority.pem');
    expect((await refused()).join()).toMatch(/authority\.pem/);
  });
});

async function connectedTo(address: string): Promise<BusConnection> {
  const opened = open(address, AUTHORITY);
  await eventually('it is connected', () => opened.connected);
  return opened;
}

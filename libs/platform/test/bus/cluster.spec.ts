import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type OwnNats, eventually, freePort, startOwnNats } from '@pks/testing';
import { BusConnection } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';

/** Two servers of one cluster, which name each other to their clients. */
let servers: readonly OwnNats[];

beforeAll(async () => {
  const ports = await Promise.all([freePort(), freePort()]);
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
  servers = await Promise.all(
    ports.map((port) =>
      startOwnNats({
        settings: [
          `server_name: "of-${port}"`,
          `cluster { name: "test", listen: "127.0.0.1:${port}", routes: [${routes}] }`,
          'authorization { users: [{ user: "known", password: "right" }] }',
        ].join('\n'),
      }),
    ),
  );
  const connection = connectionAs('right');
  await eventually('they know each other', () => named(connection) === servers.length);
  await connection.close();
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** Connects to the first server. */
function connectionAs(password: string, log = capturedLog().log): BusConnection {
  const { port } = new URL(servers[0]?.url ?? '');
  const connection = new BusConnection(`nats://known:${password}@127.0.0.1:${port}`, 'known', log);
  connection.open();
  return connection;
}

/** How many servers the server named to a connected client. */
function named(connection: BusConnection): number {
  return connection.connected ? (connection.native.info?.connect_urls?.length ?? 0) : 0;
}

it('a process that every server of a cluster refuses says so', async () => {
  const { log, lines } = capturedLog();
  const connection = connectionAs('wrong', log);
  await eventually('it is refused', () => lines.length > 0);
  expect(connection.notReady).toBe('NATS is away: AuthorizationError: Authorization Violation');
  expect(lines).toMatchObject([{ level: 40, msg: 'NATS unavailable, retrying' }]);
  await connection.close();
});

it('a process that was given one server of a cluster reconnects to another', async () => {
  const connection = connectionAs('right');
  await eventually('it is connected', () => connection.connected);
  await servers[0]?.kill();
  await eventually('it noticed', () => connection.outages > 0);
  await eventually('it is connected again', () => connection.connected);
  await connection.close();
  await servers[0]?.start();
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type OwnPostgres, eventually, openSession, outcomeOf, startOwnPostgres } from '@pks/testing';
import { Database, Jobs, Unavailable, migrate, statement } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { Clerk, errand } from '../fixtures/clerk.ts';
import { walledSchema } from '../fixtures/walled.ts';

const STANDBY = 'This PostgreSQL is a standby, which takes no writes: connect to its primary.';
const ONE = statement<{ n: number }>('one', 'SELECT 1 AS n');
const PORT = statement<{ port: string }>('port', `SELECT current_setting('port') AS port`);

let primary: OwnPostgres;
let standby: OwnPostgres;
let captured: CapturedLog;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  primary = await startOwnPostgres();
  await migrate(optionsAt(primary.url));
});
beforeEach(async () => {
  captured = capturedLog();
  standby = await primary.startStandby();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await standby.stop();
});
afterAll(() => primary.stop());

const optionsAt = (url: string) => ({
  ...walledSchema,
  url,
  poolSize: 2,
  migrate: true,
  name: 'test',
  rowSecurity: true,
});

function databaseAt(url: string, options = {}): Database {
  const database = new Database({ ...optionsAt(url), ...options }, captured.log);
  opened.push(database);
  return database;
}

/** One address of all these servers, by TCP. */
function addressOf(...servers: readonly OwnPostgres[]): string {
  const [first] = servers.map(({ url }) => new URL(url));
  const hosts = servers.map(({ url }) => `127.0.0.1:${new URL(url).port}`);
  return `postgres://postgres:${first?.password}@${hosts.join(',')}/postgres`;
}

const portOf = ({ url }: OwnPostgres): string => new URL(url).port;

async function promote(server: OwnPostgres): Promise<void> {
  const session = await openSession(server.url);
  await session.rows('SELECT pg_promote()');
  await session.close();
}

describe('a standby', () => {
  it.each([true, false])(
    'is not used by a service (that migrates: %s) before it is promoted',
    async (does) => {
      const database = databaseAt(standby.url, { migrate: does });
      const ready = database.open();
      await eventually('it says why', () => database.notReady === STANDBY);
      await promote(standby);
      await ready;
      expect(await database.rows(ONE, [])).toEqual([{ n: 1 }]);
    },
  );

  it('is not used by a connection that replaces another one, before it is promoted', async () => {
    const way = addressOf(primary, standby);
    const database = databaseAt(way);
    await database.open();
    await primary.kill();
    await eventually('the lost connection is noticed', async () => {
      const outcome = await outcomeOf(database.rows(ONE, []));
      expect(outcome).toEqual(new Unavailable().data);
      return captured.lines.some((line) => JSON.stringify(line).includes(STANDBY));
    });
    await promote(standby);
    const used = JSON.stringify({ answered: [{ port: portOf(standby) }] });
    await eventually('it is used', async () => {
      return JSON.stringify(await outcomeOf(database.rows(PORT, []))) === used;
    });
    await primary.start();
  });
});

describe('of several servers', () => {
  it('the primary is migrated and used, in whatever order they are named', async () => {
    for (const servers of [
      [standby, primary],
      [primary, standby],
    ]) {
      const database = databaseAt(addressOf(...servers));
      await database.open();
      expect(await database.rows(PORT, [])).toEqual([{ port: portOf(primary) }]);
    }
  });

  it('which are all away or standbys, each is told with its reason', async () => {
    await primary.kill();
    const database = databaseAt(addressOf(primary, standby));
    const ready = database.open();
    await eventually('both reasons are told', () => {
      const { notReady = '' } = database;
      return notReady.includes(STANDBY) && notReady.includes('ECONNREFUSED');
    });
    await primary.start();
    await ready;
  });

  it('jobs are fetched from the primary', async () => {
    const database = databaseAt(addressOf(standby, primary));
    await database.open();
    const jobs = new Jobs(database, captured.log);
    const clerk = new Clerk();
    jobs.register({ type: errand, worker: clerk, isTogether: false });
    await jobs.open();
    await jobs.close();
    const session = await openSession(primary.url);
    expect(await session.rows(`SELECT FROM pg_namespace WHERE nspname = 'walled_jobs'`)).toHaveLength(1);
    await session.close();
  });
});

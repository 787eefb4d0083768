import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually, openTestDatabase, outcomeOf } from '@pks/testing';
import { Registry } from 'prom-client';
import type { Database } from '../../src/index.ts';
import { watchLoad } from '../../src/boot/load-metrics.ts';
import { type Served, asAna, openBus, serve } from '../fixtures/bus.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

/** The pool size of a test's database. */
const CONNECTIONS = 8;

let bus: TestBus;
let database: Database;
let close: () => Promise<void>;
let served: Served;
let registry: Registry;
/** Calls and transactions end when this resolves. */
let rested: PromiseWithResolvers<void>;
beforeAll(async () => {
  rested = Promise.withResolvers();
  ({ database, close } = await openTestDatabase(keeperSchema));
  bus = await openBus();
  const nap = () => rested.promise.then(() => ({ name: 'rested' }));
  served = await serve({ nap }, { concurrency: 1 });
  registry = new Registry();
  watchLoad(registry, { server: served.server, database });
});
afterAll(async () => {
  await served.stop();
  await bus.close();
  await close();
});

async function scraped(): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
}

describe('the metrics of the load of a service', () => {
  it('show what waits for its turn and for a connection, and nothing once all is done', async () => {
    const calls = Array.from({ length: 3 }, (_, ms) =>
      outcomeOf(bus.client.call(served.things.calls.nap, { ms }, asAna())),
    );
    await eventually('calls wait', async () => (await scraped()).includes('bus_calls_waiting 2'));
    const connecting = () => database.transaction(() => database.manager.query('SELECT 1'));
    await Promise.all(Array.from({ length: CONNECTIONS }, connecting));
    const works = Array.from({ length: CONNECTIONS + 2 }, () => database.transaction(() => rested.promise));
    await eventually('transactions wait', async () =>
      (await scraped()).includes('database_connections_pending 2'),
    );
    expect(await scraped()).toEqual([
      'bus_calls_waiting 2',
      `database_connections{state="active"} ${CONNECTIONS}`,
      'database_connections{state="idle"} 0',
      'database_connections_pending 2',
    ]);
    rested.resolve();
    await Promise.all([...calls, ...works]);
    expect(await scraped()).toEqual([
      'bus_calls_waiting 0',
      'database_connections{state="active"} 0',
      `database_connections{state="idle"} ${CONNECTIONS}`,
      'database_connections_pending 0',
    ]);
  });

  it('are there while the database is closed', async () => {
    await database.close();
    expect(await scraped()).toContain('database_connections_pending 0');
  });
});

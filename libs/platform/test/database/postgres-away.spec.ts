import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OwnServer, eventually, openSession, outcomeOf, pause, startOwnPostgres } from '@pks/testing';
import { Database, Unavailable, statement } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { Name, keeperSchema } from '../fixtures/service/keeper.database.ts';

const UNAVAILABLE = new Unavailable().data;
const ONE = statement<{ n: number }>('one', 'SELECT 1 AS n');

let postgres: OwnServer;
let database: Database;
let captured: CapturedLog;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  captured = capturedLog();
  database = open();
  await database.open();
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

function open(): Database {
  const options = { ...keeperSchema, url: postgres.url, poolSize: 4, migrate: true, name: 'test' };
  return new Database(options, captured.log);
}

const one = (): Promise<unknown> => outcomeOf(database.rows(ONE, []));
const answered = { answered: [{ n: 1 }] };

/** Waits until one session sleeps in a statement and another is between two statements of a transaction. */
async function bothAreUnderWay(): Promise<void> {
  const session = await openSession(postgres.url);
  const busy = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' OR state = 'idle in transaction'`;
  await eventually('both are under way', async () => (await session.rows(busy)).length === 2);
  await session.close();
}

describe('while PostgreSQL is away', () => {
  it('everything is unavailable, also what was in progress, and works when it is back', async () => {
    const { promise: away, resolve: goAway } = Promise.withResolvers<void>();
    const under = [
      outcomeOf(database.rows(statement<object>('sleep', 'SELECT pg_sleep(60)'), [])),
      outcomeOf(
        database.transaction(async () => {
          await database.manager.insert(Name, { name: 'lost' });
          await away;
          await database.manager.insert(Name, { name: 'lost too' });
        }),
      ),
    ];
    await bothAreUnderWay();
    await postgres.kill();
    goAway();
    expect(await Promise.all(under)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    const pending = [
      one(),
      outcomeOf(database.transaction(async () => undefined)),
      outcomeOf(database.transaction(() => database.rows(ONE, []))),
    ];
    expect(await Promise.all(pending)).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    await postgres.start();
    expect(await Promise.all([one(), one(), one(), one(), one()])).toEqual(Array(5).fill(answered));
    expect(await database.manager.find(Name)).toEqual([]);
  });

  it('at the start, it is waited for, which is logged once, and then used', async () => {
    await postgres.kill();
    captured.lines.length = 0;
    const early = open();
    const opened = early.open();
    await eventually('it is logged', () => captured.lines.length > 0);
    await pause(1_200);
    expect(early.notReady).toBeDefined();
    expect(captured.lines).toHaveLength(1);
    await postgres.start();
    await opened;
    expect(early.notReady).toBeUndefined();
    expect(await outcomeOf(early.rows(ONE, []))).toEqual(answered);
    await early.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OwnServer, eventually, startOwnPostgres } from '@pks/testing';
import { Database, Unavailable, statement } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { faultOf } from '../fixtures/bus.ts';
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
}, 60_000);
afterAll(async () => {
  await database.close();
  await postgres.stop();
}, 60_000);

function open(): Database {
  const options = { ...keeperSchema, url: postgres.url, poolSize: 4, migrate: true, name: 'test' };
  return new Database(options, captured.log);
}

const one = (): Promise<unknown> => faultOf(database.rows(ONE, []));
const answered = { answered: [{ n: 1 }] };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('while PostgreSQL is away', () => {
  it('everything is unavailable, also what was under way, and works when it is back', async () => {
    const begun = { sleep: pause(300) };
    const under = [
      faultOf(database.rows(statement<object>('sleep', 'SELECT pg_sleep(60)'), [])),
      faultOf(
        database.transaction(async () => {
          await database.manager.insert(Name, { name: 'lost' });
          await begun.sleep;
          await pause(300);
          await database.manager.insert(Name, { name: 'lost too' });
        }),
      ),
    ];
    await begun.sleep;
    await postgres.kill();
    expect(await Promise.all(under)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    const asked = [
      one(),
      faultOf(database.transaction(async () => undefined)),
      faultOf(database.transaction(() => database.rows(ONE, []))),
    ];
    expect(await Promise.all(asked)).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
    await postgres.start();
    expect(await Promise.all([one(), one(), one(), one(), one()])).toEqual(Array(5).fill(answered));
    expect(await database.manager.find(Name)).toEqual([]);
  }, 60_000);

  it('at the start, it is waited for, told once, and found', async () => {
    await postgres.kill();
    captured.lines.length = 0;
    const early = open();
    const opened = early.open();
    await eventually('it is told', () => captured.lines.length > 0);
    await pause(1_200);
    expect(early.notReady).toBeDefined();
    expect(captured.lines).toHaveLength(1);
    await postgres.start();
    await opened;
    expect(early.notReady).toBeUndefined();
    expect(await faultOf(early.rows(ONE, []))).toEqual(answered);
    await early.close();
  }, 60_000);
});

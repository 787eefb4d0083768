import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseSession, openSession, outcomeOf } from '@pks/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, migrate, statement } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { CreateNames1763683200000, Name, keeperSchema } from '../fixtures/service/keeper.database.ts';

const TIME = statement<{ at: string }>('time', `SELECT '2026-04-03 10:20:30.5+00'::timestamptz AS at`);
const ADD_ONE = statement<object>('add_one', `UPDATE names SET name = (name::integer + 1)::text`);
const COUNTED = statement<{ name: string }>('counted', 'SELECT name FROM names');

/** A migration that takes longer than the timeouts that an operator sets here. */
class TakesLong1763683300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(3.5)');
    await runner.query('CREATE TABLE late ()');
  }

  async down(): Promise<void> {}
}

let empty: { url: string; drop: () => Promise<void> };
let operator: DatabaseSession;
let database: Database;

beforeEach(async () => {
  empty = await emptyDatabase();
  operator = await openSession(empty.url);
});
afterEach(async () => {
  await operator.close();
  await empty.drop();
});

/** Sets a parameter for all sessions of the database. */
async function set(setting: string): Promise<void> {
  await operator.rows(`ALTER DATABASE ${new URL(empty.url).pathname.slice(1)} SET ${setting}`);
}

const options = () => ({ ...keeperSchema, url: empty.url, poolSize: 10, migrate: true, name: 'test' });

async function open(): Promise<void> {
  database = new Database(options(), capturedLog().log);
  await database.open();
}

describe('what an operator has set for a database does not change', () => {
  afterEach(() => database.close());

  it('how times are read, in prepared statements and in entities', async () => {
    await set(`DateStyle = 'SQL, DMY'`);
    await set(`TimeZone = 'America/St_Johns'`);
    await open();
    expect(await database.rows(TIME, [])).toEqual([{ at: '2026-04-03T10:20:30.500Z' }]);
    expect(await database.manager.query(TIME.text)).toEqual([{ at: new Date('2026-04-03T10:20:30.500Z') }]);
  });

  it('that transactions wait for each other’s rows, and then change them', async () => {
    await set(`default_transaction_isolation = 'repeatable read'`);
    await open();
    await database.manager.insert(Name, { name: '0' });
    const adding = () => database.transaction(() => database.rows(ADD_ONE, []));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(adding())));
    expect(outcomes).toEqual(Array(10).fill({ answered: [] }));
    expect(await database.rows(COUNTED, [])).toEqual([{ name: '10' }]);
  });
});

describe('an operator’s bounds of sessions', () => {
  const BOUNDS = [
    `statement_timeout = '3s'`,
    `lock_timeout = '3s'`,
    `idle_session_timeout = '3s'`,
    `transaction_timeout = '3s'`,
  ];
  const both = () => ({ ...options(), migrations: [CreateNames1763683200000, TakesLong1763683300000] });
  const applied = () => operator.rows('SELECT name FROM keeper.migrations ORDER BY id');

  it('end neither the first migrations nor the session that holds their lock, for which another waits', async () => {
    for (const bound of BOUNDS) await set(bound);
    await Promise.all([migrate(both()), migrate(both())]);
    expect(await applied()).toEqual([
      { name: 'CreateNames1763683200000' },
      { name: 'TakesLong1763683300000' },
    ]);
  });

  it('end no later ones', async () => {
    await migrate(options());
    for (const bound of BOUNDS) await set(bound);
    await migrate(both());
    expect(await applied()).toHaveLength(2);
  });
});

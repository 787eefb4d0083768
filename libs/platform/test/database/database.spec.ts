import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, cloneDatabase, eventually, openSession, outcomeOf, rowsRead } from '@pks/testing';
import type pg from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import {
  Database,
  DeadlineExceeded,
  Invalid,
  Unavailable,
  faultOfDatabase,
  statement,
} from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const ONE = statement<{ n: number }>('one', 'SELECT 1 AS n');
const SLEEP = statement<object>('sleep', 'SELECT pg_sleep(60)');

let clone: TestDatabase;
let database: Database;
let captured: CapturedLog;
let counter = 0;

beforeAll(async () => {
  clone = await cloneDatabase(keeperSchema);
  captured = capturedLog();
  database = open(4);
  await database.open();
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

function open(poolSize: number): Database {
  return new Database(
    { ...keeperSchema, url: clone.url, poolSize, migrate: false, name: 'test' },
    captured.log,
  );
}

/** The rows of a statement that is prepared for one use only. */
function rows<Row extends object = object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return database.rows(statement<Row>(`once-${(counter += 1)}`, text), values);
}

describe('a session', () => {
  it('is in UTC, in the schema of the service, bounded in every wait, and plans to read by indexes', async () => {
    const shown = await rows<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name = ANY($1)`,
      [
        [
          'TimeZone',
          'search_path',
          'statement_timeout',
          'lock_timeout',
          'idle_in_transaction_session_timeout',
          'random_page_cost',
          'enable_seqscan',
        ],
      ],
    );
    expect(Object.fromEntries(shown.map(({ name, setting }) => [name, setting]))).toEqual({
      TimeZone: 'UTC',
      search_path: 'keeper,public',
      statement_timeout: '8000',
      lock_timeout: '4000',
      idle_in_transaction_session_timeout: '9000',
      random_page_cost: '1.1',
      enable_seqscan: 'off',
    });
  });
});

describe('a prepared statement', () => {
  it('returns times as the API writes them, and whole numbers as numbers', async () => {
    const [row] =
      await rows(`SELECT '2026-11-21 10:20:30.5+01'::timestamptz AS at, count(*) AS n, NULL AS nothing,
      '{"a": 1}'::jsonb AS json, ARRAY['a'] AS list, true AS flag, 5::integer AS size`);
    expect(row).toEqual({
      at: '2026-11-21T09:20:30.500Z',
      n: 1,
      nothing: null,
      json: { a: 1 },
      list: ['a'],
      flag: true,
      size: 5,
    });
  });

  it('is prepared once per connection, inside a transaction and outside', async () => {
    const own = open(1);
    await own.open();
    const one = statement<{ n: number }>('one', 'SELECT $1::integer AS n');
    const prepared = statement<{ name: string }>(
      'prepared',
      'SELECT name FROM pg_prepared_statements ORDER BY name',
    );
    for (let n = 0; n < 3; n += 1) {
      expect(await own.rows(one, [n])).toEqual([{ n }]);
      expect(await own.transaction(() => own.rows(one, [n]))).toEqual([{ n }]);
    }
    expect(await own.rows(prepared, [])).toEqual([{ name: 'one' }, { name: 'prepared' }]);
    await own.close();
  });

  it('reads by an index when its table has grown since it was planned', async () => {
    const named = statement<{ name: string }>('named', 'SELECT name FROM names WHERE name = $1');
    const few = 5;
    await rows(`INSERT INTO names SELECT 'few ' || n FROM generate_series(1, $1::integer) n`, [few]);
    await database.manager.query('ANALYZE names');
    await database.transaction(async () => {
      await database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
      await database.rows(named, ['few 1']);
      await rows(`INSERT INTO names SELECT 'many ' || n FROM generate_series(1, 1000) n`);
      const read = await rowsRead(database, ['names'], () => database.rows(named, ['few 1']));
      expect(read).toBeLessThan(few);
    });
  });
});

describe('a value that PostgreSQL refuses is the caller’s fault:', () => {
  it.each<[string, string, unknown[]]>([
    ['NUL in a text', 'SELECT $1::text', ['a\u0000b']],
    ['NUL in jsonb', 'SELECT $1::jsonb', ['"\\u0000"']],
    ['a lone surrogate in jsonb', 'SELECT $1::jsonb', ['"\\ud800"']],
    ['a bad uuid', 'SELECT $1::uuid', ['me']],
    ['a number out of range', 'SELECT $1::integer', ['99999999999']],
    ['a number that is none', 'SELECT $1::integer', [Infinity]],
    ['LIKE ending in a backslash', `SELECT 'a' LIKE $1`, ['\\']],
    ['jsonb nested too deeply', 'SELECT $1::jsonb', ['['.repeat(50_000) + ']'.repeat(50_000)]],
    ['a date that is none', 'SELECT $1::timestamptz', ['2026-13-01T00:00:00Z']],
    ['a date out of range', 'SELECT $1::timestamptz', ['999999-01-01T00:00:00Z']],
    ['a text too long for its index', 'INSERT INTO names VALUES ($1) RETURNING name', [noise(10_000)]],
  ])('%s', async (_what, text, values) => {
    expect(await outcomeOf(rows(text, values))).toEqual(
      Invalid.field('non_field_errors', 'A value cannot be stored.').data,
    );
  });
});

/** A text that cannot be compressed. */
function noise(length: number): string {
  let text = '';
  while (text.length < length) text += Math.random().toString(36).slice(2);
  return text.slice(0, length);
}

describe('a wait that is too long', () => {
  it('for a statement is a deadline exceeded, and the connection is usable again', async () => {
    const slow = database.transaction(async () => {
      await database.manager.query('SET LOCAL statement_timeout = 50');
      await database.manager.query('SELECT pg_sleep(60)');
    });
    expect(await outcomeOf(slow)).toEqual(new DeadlineExceeded().data);
    await expect(rows('SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
  });

  it('for a lock is unavailable', async () => {
    const locked = await hold(database, 'LOCK TABLE names');
    const waiting = database.transaction(async () => {
      await database.manager.query('SET LOCAL lock_timeout = 50');
      await database.manager.query('SELECT name FROM names');
    });
    expect(await outcomeOf(waiting)).toEqual(new Unavailable().data);
    await locked.release();
  });

  it('in an idle transaction is unavailable', async () => {
    const session = await openSession(clone.url);
    const open = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`;
    const idle = database.transaction(async () => {
      await database.manager.query('SET LOCAL idle_in_transaction_session_timeout = 50');
      await eventually('it was ended', async () => (await session.rows(open)).length === 0);
      await database.manager.query('SELECT 1');
    });
    expect(await outcomeOf(idle)).toEqual(new Unavailable().data);
    await session.close();
    await expect(rows('SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
  });

  it('for a connection of the pool is unavailable', async () => {
    const own = open(1);
    await own.open();
    const held = await hold(own, 'SELECT 1');
    expect(await outcomeOf(own.rows(ONE, []))).toEqual(new Unavailable().data);
    await held.release();
    await expect(own.rows(ONE, [])).resolves.toEqual([{ n: 1 }]);
    await own.close();
  });
});

/** Executes a statement in a transaction that lasts until it is released. */
async function hold(own: Database, text: string): Promise<{ release: () => Promise<void> }> {
  const turns = { begun: (): void => undefined, end: (): void => undefined };
  const begun = new Promise<void>((resolve) => (turns.begun = resolve));
  const end = new Promise<void>((resolve) => (turns.end = resolve));
  const over = own.transaction(async () => {
    await own.manager.query(text);
    turns.begun();
    await end;
  });
  await begun;
  return {
    release: async () => {
      turns.end();
      await over;
    },
  };
}

describe('a connection that PostgreSQL ends', () => {
  const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;

  async function isAsleep(): Promise<boolean> {
    const asleep = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    return (await rows(asleep)).length > 0;
  }

  it('in a statement or between two of a transaction is unavailable, and another one replaces it', async () => {
    const own = open(3);
    await own.open();
    let go = (): void => undefined;
    const ended = new Promise<void>((resolve) => (go = resolve));
    let waiting = 0;
    const between = (second: () => Promise<unknown>) =>
      outcomeOf(
        own.transaction(async () => {
          await own.manager.query('SELECT 1');
          waiting += 1;
          await ended;
          await second();
        }),
      );
    const sleeping = outcomeOf(own.rows(SLEEP, []));
    const plain = between(() => own.manager.query('SELECT 1'));
    const prepared = between(() => own.rows(ONE, []));
    await eventually('all are under way', async () => waiting === 2 && (await isAsleep()));
    await rows(endOthers);
    go();
    expect(await Promise.all([sleeping, plain, prepared])).toEqual(Array(3).fill(new Unavailable().data));
    await expect(own.rows(ONE, [])).resolves.toEqual([{ n: 1 }]);
    await expect(own.transaction(async () => own.rows(ONE, []))).resolves.toEqual([{ n: 1 }]);
    expect(captured.lines).toContainEqual(expect.objectContaining({ msg: 'statement failed', level: 40 }));
    await own.close();
  });

  it('while it is idle is not reported', async () => {
    const own = open(3);
    await own.open();
    const { master } = own.manager.dataSource.driver as PostgresDriver;
    const pool = master as pg.Pool;
    await Promise.all([1, 2, 3].map(() => own.rows(ONE, [])));
    expect(pool.idleCount).toBe(3);
    const before = captured.lines.length;
    await rows(endOthers);
    await eventually('it is noticed', () => pool.totalCount === 0);
    await expect(own.rows(ONE, [])).resolves.toEqual([{ n: 1 }]);
    expect(captured.lines.slice(before)).toEqual([]);
    await own.close();
  });
});

describe('a statement at the wrong moment', () => {
  it.each([
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['40001', 'could not serialize access due to concurrent update'],
    ['40P01', 'deadlock detected'],
    ['53200', 'out of memory'],
    ['53300', 'sorry, too many clients already'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND postgres'],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN postgres'],
  ])('is unavailable: %s, %s', (code, message) => {
    expect(faultOfDatabase(Object.assign(new Error(message), { code }))).toEqual(new Unavailable());
  });
});

describe('a closed database', () => {
  it('is unavailable, and can be closed again', async () => {
    const own = open(1);
    expect(own.notReady).toMatch(/not connected/);
    expect(await outcomeOf(own.transaction(async () => undefined))).toEqual(new Unavailable().data);
    await own.open();
    expect(own.notReady).toBeUndefined();
    await own.close();
    expect(own.notReady).toMatch(/closed/);
    expect(await outcomeOf(own.rows(ONE, []))).toEqual(new Unavailable().data);
    await own.close();
  });

  it('while it is opened leaves no connection', async () => {
    const own = open(1);
    const opened = own.open();
    await own.close();
    await opened;
    await eventually('no connection is left', async () => {
      const [row] = await rows<{ n: number }>(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'test'`,
      );
      return row?.n === 1;
    });
  });
});

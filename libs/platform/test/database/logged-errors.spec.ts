import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type TestDatabase, cloneDatabase, openSession, outcomeOf } from '@pks/testing';
import { Database, DeadlineExceeded, Invalid, Unavailable, statement } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const VALUE = 'do-not-log-me';
const STACK = expect.stringMatching(/\n {4}at .*\n {4}at /s);

let clone: TestDatabase;
let database: Database;
let captured: CapturedLog;

beforeAll(async () => {
  clone = await cloneDatabase(keeperSchema);
});
beforeEach(async () => {
  await database?.close();
  captured = capturedLog();
  const options = { ...keeperSchema, url: clone.url, poolSize: 4, migrate: false, name: 'test' };
  database = new Database(options, captured.log);
  await database.open();
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

/** The error in the only line of the log. */
function logged(): unknown {
  expect(JSON.stringify(captured.lines)).not.toContain(VALUE);
  expect(captured.lines).toHaveLength(1);
  return captured.lines[0]?.['err'];
}

it('a statement that waits too long for a lock is logged without its values', async () => {
  const other = await openSession(clone.url);
  await other.rows('BEGIN');
  await other.rows('LOCK TABLE keeper.names');
  const waiting = database.transaction(async () => {
    await database.manager.query('SET LOCAL lock_timeout = 50');
    await database.manager.query('INSERT INTO names VALUES ($1)', [VALUE]);
  });
  expect(await outcomeOf(waiting)).toEqual(new Unavailable().data);
  await other.close();
  expect(logged()).toEqual({
    type: 'QueryFailedError',
    message: 'canceling statement due to lock timeout',
    stack: STACK,
    code: '55P03',
    query: 'INSERT INTO names VALUES ($1)',
    routine: 'ProcessInterrupts',
  });
});

it('a statement that takes too long is logged without its values', async () => {
  const slow = database.transaction(async () => {
    await database.manager.query('SET LOCAL statement_timeout = 50');
    await database.manager.query('SELECT pg_sleep(60), $1::text', [VALUE]);
  });
  expect(await outcomeOf(slow)).toEqual(new DeadlineExceeded().data);
  expect(logged()).toMatchObject({ code: '57014', query: 'SELECT pg_sleep(60), $1::text' });
});

it('a row that a constraint refuses is not quoted; its table and its column are named', async () => {
  const other = await openSession(clone.url);
  await other.rows('ALTER TABLE keeper.names ADD COLUMN size integer NOT NULL DEFAULT 0');
  await other.close();
  const add = statement<object>('add', 'INSERT INTO names VALUES ($1, NULL)');
  const error: unknown = await database.rows(add, [VALUE]).catch((failure: unknown) => failure);
  captured.log.error({ err: error }, 'a handler failed');
  expect(logged()).toEqual({
    type: 'DatabaseError',
    message: 'null value in column "size" of relation "names" violates not-null constraint',
    stack: STACK,
    code: '23502',
    table: 'names',
    column: 'size',
    routine: 'ReportNotNullViolationError',
  });
});

it.each([
  ['prepared', () => database.rows(statement<object>('bad', 'SELECT $1::uuid'), [VALUE])],
  ['of TypeORM', () => database.transaction(() => database.manager.query('SELECT $1::uuid', [VALUE]))],
])('a refused value is not quoted by the log: a statement that is %s', async (_what, run) => {
  expect(await outcomeOf(run())).toEqual(Invalid.field('non_field_errors', 'A value cannot be stored.').data);
  expect(logged()).toMatchObject({
    message: 'a value was refused (22P02)',
    stack: expect.stringMatching(/^\w+: a value was refused \(22P02\)\n {4}at /),
    code: '22P02',
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseSession, type TestDatabase, cloneDatabase, openSession, outcomeOf } from '@pks/testing';
import { Database, DeadlineExceeded, Unavailable, inProject, statement } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { ALL, walledSchema } from '../fixtures/walled.ts';

const PROJECT = '0192f0a0-0000-7000-8000-000000000001';
const PID = statement<{ pid: number }>('pid', 'SELECT pg_backend_pid() AS pid');
const RECEIVE = statement<object>(
  'receive',
  `INSERT INTO inbox (consumer, event_id) VALUES ('a', gen_random_uuid())`,
);
const AWAY = new Unavailable().data;
const answered = { answered: [] };

let clone: TestDatabase;
let session: DatabaseSession;
let database: Database;
beforeEach(async () => {
  clone = await cloneDatabase(walledSchema);
  session = await openSession(clone.url);
});
afterEach(async () => {
  await database.close();
  await session.close();
  await clone.drop();
});

const all = (): Promise<object[]> => database.rows(ALL, []);
const alone = (): Promise<object[]> => inProject(PROJECT, all);
const inTransaction = (): Promise<object[]> => inProject(PROJECT, () => database.transaction(all));
const pid = async (): Promise<number | undefined> => (await database.rows(PID, []))[0]?.pid;

describe.each([true, false])('with row-level security %s', (rowSecurity) => {
  beforeEach(async () => {
    // With one connection, the next statement notices whatever a failure leaves on it.
    const options = {
      ...walledSchema,
      url: clone.url,
      poolSize: 1,
      migrate: true,
      name: 'test',
      rowSecurity,
    };
    database = new Database(options, capturedLog().log);
    await database.open();
  });

  describe.each([
    ['that begins a transaction', inTransaction],
    ['outside of a transaction', alone],
  ])('a statement %s', (_, read) => {
    it.each([
      ['lock_timeout', AWAY],
      ['statement_timeout', new DeadlineExceeded().data],
    ])('that could not be prepared within %s is prepared the next time', async (bound, failed) => {
      await database.manager.query(`SET ${bound} = 200`);
      await session.rows('BEGIN');
      await session.rows('LOCK TABLE walled.things');
      expect(await outcomeOf(read())).toEqual(failed);
      await session.rows('COMMIT');
      await database.manager.query(`RESET ${bound}`);
      expect([await outcomeOf(read()), await outcomeOf(read()), await outcomeOf(alone())]).toEqual([
        answered,
        answered,
        answered,
      ]);
    });

    it('that could not be prepared without a column is prepared once there is one', async () => {
      await session.rows('ALTER TABLE walled.things RENAME name TO title');
      await expect(read()).rejects.toThrow('column "name" does not exist');
      await session.rows('ALTER TABLE walled.things RENAME title TO name');
      expect([await read(), await read(), await alone()]).toEqual([[], [], []]);
    });

    it('that is no longer prepared is unavailable once, and its connection serves nothing else', async () => {
      await read();
      const before = await pid();
      await database.manager.query('DEALLOCATE ALL');
      expect([await outcomeOf(read()), await outcomeOf(read())]).toEqual([AWAY, answered]);
      expect(await pid()).not.toBe(before);
    });
  });

  it('a transaction of statements that are no longer prepared, and of others, stores nothing', async () => {
    await inTransaction();
    await database.manager.query('DEALLOCATE ALL');
    const together = () => Promise.all([outcomeOf(all()), outcomeOf(database.rows(RECEIVE, []))]);
    const outcomes = await inProject(PROJECT, () => outcomeOf(database.transaction(together)));
    expect(JSON.stringify(outcomes)).toContain(JSON.stringify(AWAY));
    expect(await session.rows('SELECT consumer FROM walled.inbox')).toEqual([]);
  });

  it('a statement sent behind the same one, which could not be prepared, fails for its reason', async () => {
    await database.manager.query('SET lock_timeout = 200');
    const before = await pid();
    await session.rows('BEGIN');
    await session.rows('LOCK TABLE walled.things');
    const failed = await inProject(PROJECT, () =>
      database.transaction(async () => [await Promise.all([outcomeOf(all()), outcomeOf(all())])]),
    );
    await session.rows('COMMIT');
    expect(failed).toEqual([[AWAY, AWAY]]);
    expect([await inTransaction(), await pid()]).toEqual([[], before]);
  });
});

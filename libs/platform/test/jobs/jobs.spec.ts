import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openTestDatabase, pause, untilStill } from '@pks/testing';
import { type Database, GivenUp, Jobs, Unavailable, statement } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { Clerk, type Errand, employing, errand, givingUp, refusing } from '../fixtures/clerk.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const STATES = statement<{ state: string; output: { reason?: string } | null; delay: number }>(
  'job_states',
  `SELECT state, output, extract(epoch FROM start_after - now())::float8 AS delay
     FROM keeper_jobs.job WHERE data->>'what' = $1`,
);
const KEPT_FOR = statement<{ days: number }>(
  'job_kept_for',
  `SELECT extract(epoch FROM keep_until - now())::float8 / 86400 AS days
     FROM keeper_jobs.job WHERE data->>'what' = $1`,
);
const DUE_NOW = statement<object>(
  'job_due_now',
  `UPDATE keeper_jobs.job SET start_after = now() WHERE data->>'what' = $1`,
);
const TIME_OF_A_SECOND = statement<object>(
  'job_time_of_a_second',
  `UPDATE keeper_jobs.job SET expire_seconds = 1 WHERE data->>'what' = $1`,
);
const QUEUE = statement<{ retries: number; kept_days: number }>(
  'job_queue',
  'SELECT retry_limit AS retries, deletion_seconds / 86400 AS kept_days FROM keeper_jobs.queue WHERE name = $1',
);
const NO_RETRIES = statement<object>(
  'job_no_retries',
  'UPDATE keeper_jobs.queue SET retry_limit = 1, deletion_seconds = 86400 WHERE name = $1',
);

const NO_STATISTICS = statement<object>(
  'job_no_statistics',
  'ALTER TABLE keeper_jobs.job_common SET (autovacuum_enabled = false)',
);
const COPY_DONE = statement<object>(
  'job_copy_done',
  `INSERT INTO keeper_jobs.job (id, name, data, state, policy, completed_on)
   SELECT gen_random_uuid(), name, '{}', state, policy, completed_on
     FROM keeper_jobs.job, generate_series(1, 3000) WHERE data->>'what' = $1`,
);
const ROWS_READ = statement<{ read: number; updated: number }>(
  'job_rows_read',
  `SELECT idx_tup_fetch + seq_tup_read AS read, n_tup_upd AS updated FROM pg_stat_user_tables
    WHERE schemaname = 'keeper_jobs' AND relname = 'job_common'`,
);

/** Levels of the log. */
const [INFO, WARN] = [30, 40];

let database: Database;
let close: () => Promise<void>;
let captured: CapturedLog;
let clerk: Clerk;
let jobs: Jobs;
let what: string;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  captured = capturedLog();
  clerk = new Clerk();
  jobs = await employing(clerk, database, captured.log);
});
afterAll(async () => {
  await jobs.close();
  await close();
});
beforeEach(() => {
  what = randomUUID();
  clerk.manner = async () => undefined;
});

const add = (key = what, startAfter?: Date): Promise<void> =>
  jobs.add(errand, { what }, { key, ...(startAfter ? { startAfter } : {}) });
const stateOf = async (name = what) => (await database.rows(STATES, [name]))[0];
const takenFor = (name: string) => clerk.taken.filter(({ payload }) => payload.what === name);
const isDone = async (): Promise<boolean> => (await stateOf())?.state === 'completed';

describe('a job', () => {
  it('is done once its transaction is committed, and not before', async () => {
    await database.transaction(async () => {
      await add();
      expect(await stateOf()).toMatchObject({ state: 'created' });
      expect(clerk.times(what)).toBe(0);
    });
    await eventually('it is done', isDone);
    expect(clerk.taken.filter(({ payload }) => payload.what === what)).toEqual([
      { id: expect.any(String), attempt: 1, payload: { what }, signal: expect.any(AbortSignal) },
    ]);
  });

  it('does not exist when its transaction fails', async () => {
    const failing = database.transaction(async () => {
      await add();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await stateOf()).toBeUndefined();
  });

  it('is unique for a key, however often it is added, even once it is done', async () => {
    await Promise.all([add(), add(), add()]);
    await eventually('it is done', isDone);
    await add();
    expect(await database.rows(STATES, [what])).toMatchObject([{ state: 'completed' }]);
    expect(clerk.times(what)).toBe(1);
  });

  it('waits for its time', async () => {
    await add(what, new Date(Date.now() + 3_600_000));
    const other = randomUUID();
    await jobs.add(errand, { what: other }, { key: other });
    await eventually('the other is done', async () => (await stateOf(other))?.state === 'completed');
    expect(await stateOf()).toMatchObject({ state: 'created' });
    await database.rows(DUE_NOW, [what]);
    await eventually('it is done, too', isDone);
  });

  it('that waits is kept for a year', async () => {
    await add(what, new Date(Date.now() + 3_600_000));
    expect((await database.rows(KEPT_FOR, [what]))[0]?.days).toBeCloseTo(365, 0);
  });

  it('runs when its time has already come', async () => {
    await add(what, new Date(Date.now() + 300));
    await eventually('it is done', isDone);
  });

  it('that fails is retried later, with its reason in the log', async () => {
    clerk.manner = refusing;
    await add();
    await eventually('it failed', async () => (await stateOf())?.state === 'retry');
    expect(await stateOf()).toMatchObject({ output: { reason: 'not now' } });
    expect((await stateOf())?.delay).toBeLessThanOrEqual(4);
    clerk.manner = async () => undefined;
    await eventually('it is done', isDone);
    expect(takenFor(what).map(({ attempt }) => attempt)).toEqual([1, 2]);
    const [first, second] = takenFor(what);
    expect(first?.id).toBe(second?.id);
    expect(captured.lines).toContainEqual(
      expect.objectContaining({
        job: 'errand',
        job_id: first?.id,
        attempt: 1,
        reason: 'not now',
        level: WARN,
      }),
    );
  });

  it('whose time is over is aborted, and done again unless it ends then', async () => {
    clerk.manner = async () => {
      const [first, ...others] = takenFor(what);
      if (others.length > 0) return;
      while (!first?.signal.aborted) await pause(10);
      await eventually('it is done again', () => takenFor(what).length > 1);
    };
    await database.transaction(async () => {
      await add();
      await database.rows(TIME_OF_A_SECOND, [what]);
    });
    await eventually('it is done', isDone);
    expect(takenFor(what).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(takenFor(what)[0]?.signal.aborted).toBe(true);
  });

  it('that needs what is away is warned of once a second attempt has failed', async () => {
    clerk.manner = async () => {
      throw new Unavailable('The other service is away.');
    };
    await add();
    const lines = () => captured.lines.filter(({ job_id }) => job_id === takenFor(what)[0]?.id);
    await eventually('two attempts failed', () => lines().length > 1);
    expect(lines().slice(0, 2)).toMatchObject([
      { attempt: 1, level: INFO, reason: 'The other service is away.' },
      { attempt: 2, level: WARN },
    ]);
  });

  it('that is given up has failed permanently, and stays for inspection', async () => {
    clerk.manner = givingUp;
    await add();
    await eventually('it failed', async () => (await stateOf())?.state === 'failed');
    expect(await stateOf()).toMatchObject({ output: { reason: 'never' } });
    expect(clerk.times(what)).toBe(1);
  });

  it('that is given up has failed permanently, too, if the reason quotes what cannot be stored', async () => {
    clerk.manner = async () => {
      throw new GivenUp('The server said: \0 \ud83d');
    };
    await add();
    await eventually(
      'its attempt ends',
      async () => !['created', 'active'].includes((await stateOf())?.state ?? ''),
    );
    expect(await stateOf()).toMatchObject({
      state: 'failed',
      output: { reason: 'The server said: \uFFFD \uFFFD' },
    });
  });

  it('is fetched and completed without reading those that are done, before there are statistics', async () => {
    await add();
    await eventually('it is done', isDone);
    await database.rows(NO_STATISTICS, []);
    await database.rows(COPY_DONE, [what]);
    const rowsRead = async () => (await database.rows(ROWS_READ, []))[0] ?? { read: 0, updated: 0 };
    const before = await rowsRead();
    const many = Array.from({ length: 40 }, () => randomUUID());
    for (const next of many) await add(next);
    await eventually(
      'their updates are counted',
      async () => (await rowsRead()).updated >= before.updated + 2 * many.length,
    );
    // Every few seconds, the library's maintenance may also read all done jobs.
    expect((await rowsRead()).read - before.read).toBeLessThan(500 * many.length);
  });

  it('in a backlog does not wait for the polling interval', async () => {
    const many = Array.from({ length: 40 }, () => randomUUID());
    await database.transaction(async () => {
      for (const one of many) await jobs.add(errand, { what: one }, { key: one });
    });
    await eventually('all are done', () => many.every((one) => clerk.times(one) === 1));
  });
});

describe('jobs', () => {
  it('cannot be added before their queues exist', async () => {
    const early = new Jobs(database, captured.log);
    await expect(early.add(errand, { what }, { key: what })).rejects.toBeInstanceOf(Unavailable);
  });

  it('wait while their worker pauses, and are done by the next process', async () => {
    const { database: other, close: drop } = await openTestDatabase(keeperSchema);
    const paused = Object.assign(new Clerk(), { isPaused: true });
    const before = await employing(paused, other, captured.log);
    await before.add(errand, { what }, { key: what });
    await before.close();
    expect(paused.taken).toEqual([]);
    const able = new Clerk();
    const after = await employing(able, other, captured.log);
    await eventually('it is done', () => able.times(what) === 1);
    await after.close();
    await drop();
  });

  it('that another process added are done without a poll of their worker', async () => {
    const paused = Object.assign(new Clerk(), { isPaused: true });
    const adding = await employing(paused, database, captured.log);
    await adding.add(errand, { what }, { key: what });
    await eventually('it is done', () => clerk.times(what) === 1, 45_000);
    await adding.close();
    expect(paused.taken).toEqual([]);
  });

  it('that wait run in order of priority, and of equivalent ones only the first', async () => {
    const { database: other, close: drop } = await openTestDatabase(keeperSchema);
    const able = Object.assign(new Clerk(), { sameAs: (payload: Errand) => payload.what.slice(0, 1) });
    let finish = (): void => undefined;
    able.manner = (name) =>
      name === 'zucchini' ? new Promise((resolve) => (finish = resolve)) : Promise.resolve();
    const jobs = await employing(able, other, captured.log);
    // One of the two workers is busy, so that the other one fetches all waiting jobs.
    await jobs.add(errand, { what: 'zucchini' }, { key: 'zucchini' });
    await eventually('one is busy', () => able.times('zucchini') === 1);
    const names = ['apple', 'avocado', 'banana', 'almond'];
    await jobs.addAll(
      errand,
      names.map((name) => ({ payload: { what: name }, key: name, priority: name === 'banana' ? 1 : 0 })),
    );
    const isAllDone = async (): Promise<boolean> => {
      const states = await Promise.all(names.map((name) => other.rows(STATES, [name])));
      return states.flat().every(({ state }) => state === 'completed');
    };
    await eventually('all are done', isAllDone);
    expect(able.taken.slice(1).map(({ payload, attempt }) => [payload.what, attempt])).toEqual([
      ['banana', 1],
      ['apple', 1],
    ]);
    finish();
    await jobs.close();
    await drop();
  });

  it('are tried for a week and kept for two, also those of a queue that another version created', async () => {
    const asNow = [{ retries: 175, kept_days: 14 }];
    expect(await database.rows(QUEUE, [errand.name])).toEqual(asNow);
    await database.rows(NO_RETRIES, [errand.name]);
    const next = await employing(new Clerk(), database, captured.log);
    await next.close();
    expect(await database.rows(QUEUE, [errand.name])).toEqual(asNow);
  });

  it('in progress are finished by a stop', async () => {
    const { database: other, close: drop } = await openTestDatabase(keeperSchema);
    const slow = new Clerk();
    let finish = (): void => undefined;
    slow.manner = () => new Promise((resolve) => (finish = resolve));
    const stopping = await employing(slow, other, captured.log);
    await stopping.add(errand, { what }, { key: what });
    await eventually('it is begun', () => slow.times(what) === 1);
    const stopped = stopping.close();
    await untilStill(() => slow.taken.length);
    finish();
    await stopped;
    expect(await other.rows(STATES, [what])).toMatchObject([{ state: 'completed' }]);
    await drop();
  });

  it('are added, and left to other processes, by one that fetches no more', async () => {
    const { database: other, close: drop } = await openTestDatabase(keeperSchema);
    const [stopping, going] = [new Clerk(), new Clerk()];
    let finish = (): void => undefined;
    stopping.manner = () => new Promise((resolve) => (finish = resolve));
    const from = await employing(stopping, other, captured.log);
    await from.add(errand, { what }, { key: what });
    await eventually('it is begun', () => stopping.times(what) === 1);
    from.fetchNoMore();
    await untilStill(() => stopping.taken.length);
    const names = Array.from({ length: 10 }, () => randomUUID());
    for (const name of names) await from.add(errand, { what: name }, { key: name });
    const to = await employing(going, other, captured.log);
    await eventually('the others are done elsewhere', () => going.taken.length === names.length);
    finish();
    await from.close();
    expect(stopping.taken).toHaveLength(1);
    expect(await other.rows(STATES, [what])).toMatchObject([{ state: 'completed' }]);
    await to.close();
    await drop();
  });
});

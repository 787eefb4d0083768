import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, openTestDatabase } from '@pks/testing';
import {
  type Database,
  type Job,
  Jobs,
  type Schedule,
  Unavailable,
  type Worker,
  schedule,
  statement,
} from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

/** Due only once a year, so every run in these tests was triggered. */
const sweeping = schedule('sweeping', '0 0 1 1 *');
const daily = schedule('sweeping', '0 0 1 1 *', { catchesUp: true });

/** Counts its runs; each lasts until it is released. */
class Sweeper implements Worker<typeof sweeping> {
  readonly runs: Job<typeof sweeping>[] = [];
  release = (): void => undefined;
  isSlow = false;

  async work(run: Job<typeof sweeping>): Promise<void> {
    this.runs.push(run);
    if (this.isSlow) await new Promise<void>((resolve) => (this.release = resolve));
  }
}

const STATES = statement<{ state: string }>(
  'schedule_states',
  `SELECT state FROM keeper_jobs.job WHERE name = 'sweeping' ORDER BY created_on`,
);
const SCHEDULES = statement<{ name: string; cron: string; timezone: string }>(
  'schedules',
  'SELECT name, cron, timezone FROM keeper_jobs.schedule',
);
/** Makes the schedule due now, in the table of pg-boss. */
const DUE_NOW = statement<object>(
  'schedule_due_now',
  `UPDATE keeper_jobs.schedule SET cron = '* * * * *' WHERE name = 'sweeping'`,
);
const CHECK_AGAIN = statement<object>(
  'schedule_check_again',
  'UPDATE keeper_jobs.version SET cron_on = NULL',
);

/** What pg-boss stored while PostgreSQL's clock, which is right again, was two days ahead. */
const CHECKED_AHEAD = statement<object>(
  'schedule_checked_ahead',
  `UPDATE keeper_jobs.version SET cron_on = now() + interval '2 days'`,
);
const IS_CHECKED = statement<{ is_checked: boolean }>(
  'schedule_is_checked',
  'SELECT cron_on IS NULL OR cron_on <= now() AS is_checked FROM keeper_jobs.version',
);

/** Makes the schedule known for three days, and its runs completed this long ago. */
const ENDED_AGO = statement<object>(
  'schedule_ended_ago',
  `WITH known AS (UPDATE keeper_jobs.queue SET created_on = now() - interval '3 days')
   UPDATE keeper_jobs.job SET completed_on = now() - $1::interval WHERE name = 'sweeping'`,
);

let database: Database;
let close: () => Promise<void>;
let captured: CapturedLog;
let replicas: Jobs[];
let sweepers: Sweeper[];

beforeEach(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  captured = capturedLog();
  replicas = [];
  sweepers = [];
});
afterEach(async () => {
  for (const sweeper of sweepers) sweeper.release();
  await Promise.all(replicas.map((jobs) => jobs.close()));
  await close();
});

async function aReplica(type: Schedule = sweeping): Promise<{ jobs: Jobs; sweeper: Sweeper }> {
  const [jobs, sweeper] = [new Jobs(database, captured.log), new Sweeper()];
  jobs.register({ type, worker: sweeper, isTogether: false });
  replicas.push(jobs);
  sweepers.push(sweeper);
  await jobs.open();
  return { jobs, sweeper };
}

/** Starts a replica that catches up, after a run of another replica was completed this long ago. */
async function aReplicaAfter(time: string): Promise<void> {
  const { jobs } = await aReplica(daily);
  await jobs.trigger(daily);
  await eventually('it ran', async () => (await states())[0] === 'completed');
  await database.rows(ENDED_AGO, [time]);
  await aReplica(daily);
}

const states = async (): Promise<string[]> => (await database.rows(STATES, [])).map(({ state }) => state);
const runs = (): number => sweepers.reduce((sum, sweeper) => sum + sweeper.runs.length, 0);

describe('a schedule', () => {
  it('is stored with its times in UTC, however many replicas have it', async () => {
    await Promise.all([aReplica(), aReplica()]);
    expect(await database.rows(SCHEDULES, [])).toEqual([
      { name: 'sweeping', cron: '0 0 1 1 *', timezone: 'UTC' },
    ]);
    expect(await states()).toEqual([]);
  });

  it('runs when it is triggered, without a payload', async () => {
    const { jobs, sweeper } = await aReplica();
    await jobs.trigger(sweeping);
    await eventually('it ran', async () => (await states())[0] === 'completed');
    expect(sweeper.runs).toEqual([
      { id: expect.any(String), attempt: 1, payload: {}, signal: expect.any(AbortSignal) },
    ]);
  });

  it('runs once when it is due, on one of the replicas', async () => {
    await aReplica();
    await database.rows(DUE_NOW, []);
    // Each process checks at its start whether a schedule is due.
    await database.rows(CHECK_AGAIN, []);
    const idle = new Jobs(database, captured.log);
    replicas.push(idle);
    const other = schedule('other', '0 0 1 1 *');
    idle.register({ type: other, worker: new Sweeper(), isTogether: false });
    await idle.open();
    await eventually('it ran', async () => (await states())[0] === 'completed');
    expect(runs()).toBe(1);
    expect(await states()).toHaveLength(1);
  });

  it('is looked at again by a process that starts after the clock of PostgreSQL was ahead', async () => {
    await aReplica();
    await database.rows(CHECKED_AHEAD, []);
    await aReplica();
    expect(await database.rows(IS_CHECKED, [])).toEqual([{ is_checked: true }]);
  });

  it('runs also while a run waits that was triggered by a clock that was ahead', async () => {
    const { jobs } = await aReplica();
    await jobs.trigger(sweeping, new Date(Date.now() + 2 * 24 * 60 * 60_000));
    await jobs.trigger(sweeping);
    await aReplica();
    await eventually('it ran', () => runs() === 1);
    expect(await states()).toEqual(['completed']);
  });

  it('runs at the start of a process if configured to', async () => {
    const { sweeper } = await aReplica(schedule('sweeping', '0 0 1 1 *', { atStart: true }));
    await eventually('it ran', () => sweeper.runs.length === 1);
  });

  it.each(['2 days', '23 hours'])(
    'catches up at the start of a process where it ran %s ago, if configured to',
    async (time) => {
      await aReplicaAfter(time);
      await eventually('it ran', () => runs() === 2);
    },
  );

  it('catches up with nothing where it ran an hour ago, or where it is new', async () => {
    await aReplica(daily);
    expect(await states()).toEqual([]);
    await aReplicaAfter('1 hour');
    expect(await states()).toEqual(['completed']);
  });

  it('runs at the start also where it could not be triggered at once', async () => {
    const failed = jest.spyOn(database, 'transaction').mockRejectedValueOnce(new Unavailable());
    const { sweeper } = await aReplica(schedule('sweeping', '0 0 1 1 *', { atStart: true }));
    failed.mockRestore();
    await eventually('it ran', () => sweeper.runs.length === 1);
    expect(captured.lines).toContainEqual(expect.objectContaining({ msg: 'jobs cannot start yet' }));
  });

  it('has one run at a time and one that waits, however often it is triggered', async () => {
    const [{ jobs, sweeper }] = [await aReplica()];
    sweeper.isSlow = true;
    await jobs.trigger(sweeping);
    await eventually('it runs', () => sweeper.runs.length === 1);
    await Promise.all([jobs.trigger(sweeping), jobs.trigger(sweeping), jobs.trigger(sweeping)]);
    expect(await states()).toEqual(['active', 'created']);
    sweeper.isSlow = false;
    sweeper.release();
    await eventually('both ran', async () => (await states()).every((state) => state === 'completed'));
    expect(sweeper.runs).toHaveLength(2);
  });

  it('aborts the signal of a run when the process stops', async () => {
    const { jobs, sweeper } = await aReplica();
    sweeper.isSlow = true;
    await jobs.trigger(sweeping);
    await eventually('it runs', () => sweeper.runs.length === 1);
    const [run] = sweeper.runs;
    expect(run?.signal.aborted).toBe(false);
    run?.signal.addEventListener('abort', () => sweeper.release());
    replicas.pop();
    await jobs.close();
    expect(await states()).toEqual(['completed']);
  });
});

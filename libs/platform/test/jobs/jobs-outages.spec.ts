import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OwnServer, eventually, pause, startOwnPostgres } from '@pks/testing';
import { Database, type Jobs, statement } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { Clerk, employing, errand } from '../fixtures/clerk.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

/** The state of a job whose process was killed 11 s ago. */
const ABANDON = statement<object>(
  'abandon_job',
  `UPDATE keeper_jobs.job SET state = 'active', started_on = now() - interval '11 s',
          heartbeat_on = now() - interval '11 s' WHERE data->>'what' = $1`,
);
/** What the library stored while PostgreSQL's clock, which is right again, was two days ahead. */
const CHECKED_AHEAD = statement<object>(
  'jobs_checked_ahead',
  `UPDATE keeper_jobs.queue SET monitor_claim_on = now() + interval '2 days', maintain_on = now() + interval '2 days'
   WHERE name IN (SELECT name FROM keeper_jobs.job WHERE data->>'what' = $1)`,
);
const HEARD_OF_AHEAD = statement<object>(
  'job_heard_of_ahead',
  `UPDATE keeper_jobs.job SET started_on = now() + interval '2 days', heartbeat_on = now() + interval '2 days'
   WHERE data->>'what' = $1`,
);
const ADDED_AHEAD = statement<object>(
  'job_added_ahead',
  `UPDATE keeper_jobs.job SET state = 'created', created_on = now() + interval '2 days', start_after = now() + interval '2 days'
   WHERE data->>'what' = $1`,
);
const FAILED_AHEAD = statement<object>(
  'job_failed_ahead',
  `UPDATE keeper_jobs.job SET state = 'retry', start_after = now() + interval '2 days' WHERE data->>'what' = $1`,
);
const HEARTBEAT = statement<{ heartbeat_seconds: number }>(
  'job_heartbeat',
  `SELECT heartbeat_seconds FROM keeper_jobs.job WHERE data->>'what' = $1`,
);

const IS_LATER = statement<{ is_later: boolean }>(
  'job_is_later',
  `SELECT state = 'created' AND start_after > now() + interval '30 minutes' AS is_later FROM keeper_jobs.job WHERE data->>'what' = $1`,
);

let postgres: OwnServer;
let database: Database;
let captured: CapturedLog;
let clerk: Clerk;
let jobs: Jobs;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await postgres.kill();
  captured = capturedLog();
  const options = { ...keeperSchema, url: postgres.url, poolSize: 2, migrate: true, name: 'test' };
  database = new Database(options, captured.log);
  clerk = new Clerk();
  const employed = employing(clerk, database, captured.log);
  await eventually('it is logged that jobs wait', () => logged('jobs cannot start yet') > 0);
  await pause(1_200);
  expect(logged('jobs cannot start yet')).toBe(1);
  await postgres.start();
  await database.open();
  jobs = await employed;
});
afterAll(async () => {
  await jobs.close();
  await database.close();
  await postgres.stop();
});

const logged = (what: string): number => captured.lines.filter(({ msg }) => msg === what).length;
const add = (what: string): Promise<void> => jobs.add(errand, { what }, { key: what });

describe('jobs', () => {
  it('begin once PostgreSQL is there, and continue after it was away, which is logged now and then', async () => {
    await add('before');
    await eventually('it is done', () => clerk.times('before') === 1);
    await postgres.kill();
    await eventually('it is logged', () => logged('jobs cannot be fetched') > 0);
    await pause(3_000);
    expect(logged('jobs cannot be fetched')).toBe(1);
    await postgres.start();
    await eventually('a job is added', () =>
      add('after').then(
        () => true,
        () => false,
      ),
    );
    await eventually('it is done', () => clerk.times('after') === 1);
  });

  it('of a process that was killed are taken over', async () => {
    await abandon('abandoned');
    // Sooner than the supervision, which runs once a minute.
    await eventually('it is done', () => clerk.times('abandoned') === 1, 45_000);
    expect(await database.rows(HEARTBEAT, ['abandoned'])).toEqual([{ heartbeat_seconds: 10 }]);
  });

  it('of a process that was killed are taken over also after the clock of PostgreSQL was ahead', async () => {
    await abandon('claimed ahead', CHECKED_AHEAD);
    await eventually('it is done', () => clerk.times('claimed ahead') === 1, 45_000);
  });

  it('of a process that was killed while the clock of PostgreSQL was ahead are taken over', async () => {
    await abandon('heard of ahead', HEARD_OF_AHEAD);
    const next = await employing(aPausedClerk(), database, captured.log);
    await eventually('it is done', () => clerk.times('heard of ahead') === 1, 45_000);
    await next.close();
  });
});

describe.each([
  ['was added', ADDED_AHEAD],
  ['failed', FAILED_AHEAD],
])('a job that %s while the clock of PostgreSQL was ahead', (how, left) => {
  it('is done by a process that starts afterwards', async () => {
    await abandon(how, left);
    const next = await employing(aPausedClerk(), database, captured.log);
    await eventually('it is done', () => clerk.times(how) === 1, 45_000);
    await next.close();
  });
});

it('a job for later is not done before its time', async () => {
  await jobs.add(errand, { what: 'later' }, { key: 'later', startAfter: new Date(Date.now() + 3_600_000) });
  const next = await employing(aPausedClerk(), database, captured.log);
  await next.close();
  expect(await database.rows(IS_LATER, ['later'])).toEqual([{ is_later: true }]);
});

function aPausedClerk(): Clerk {
  return Object.assign(new Clerk(), { isPaused: true });
}

/** Adds a job in the state in which a killed process left it, with further stored changes. */
async function abandon(what: string, also?: typeof ABANDON): Promise<void> {
  const options = { ...keeperSchema, url: postgres.url, poolSize: 2, migrate: true, name: 'other' };
  const other = new Database(options, captured.log);
  await other.open();
  const dying = await employing(aPausedClerk(), other, captured.log);
  await other.transaction(async () => {
    await dying.add(errand, { what }, { key: what });
    await other.rows(ABANDON, [what]);
    if (also) await other.rows(also, [what]);
  });
  await dying.close();
  await other.close();
}

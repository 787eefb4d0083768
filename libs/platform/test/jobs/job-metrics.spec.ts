import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openTestDatabase, silentLog } from '@pks/testing';
import { Registry } from 'prom-client';
import { type Database, type Jobs, statement } from '../../src/index.ts';
import { countingJobs } from '../../src/jobs/job-counts.ts';
import { watchJobs } from '../../src/jobs/job-metrics.ts';
import { Clerk, employing, errand, givingUp, refusing } from '../fixtures/clerk.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const OLDER = statement<object>(
  'job_metrics_older',
  `UPDATE keeper_jobs.job SET start_after = start_after - interval '1 hour' WHERE data->>'what' = $1`,
);
const STATES = statement<{ state: string }>(
  'job_metrics_states',
  `SELECT state FROM keeper_jobs.job WHERE data->>'what' = $1`,
);
const NONE = statement<object>('job_metrics_none', 'DELETE FROM keeper_jobs.job');
const MANY_DONE = statement<object>(
  'job_metrics_many_done',
  `INSERT INTO keeper_jobs.job (id, name, data, state, policy, completed_on)
   SELECT gen_random_uuid(), 'errand', '{}', 'completed', policy, now()
     FROM keeper_jobs.queue, generate_series(1, 5000) WHERE name = 'errand'`,
);
const NO_STATISTICS = statement<object>(
  'job_metrics_no_statistics',
  'ALTER TABLE keeper_jobs.job_common SET (autovacuum_enabled = false)',
);

let database: Database;
let close: () => Promise<void>;
let clerk: Clerk;
let jobs: Jobs;
let registry: Registry;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
});
afterAll(() => close());
beforeEach(() => {
  registry = new Registry();
  clerk = new Clerk();
});
afterEach(async () => {
  await jobs.close();
  await database.rows(NONE, []);
});

async function open(): Promise<void> {
  jobs = await employing(clerk, database, silentLog());
  watchJobs(registry, jobs);
}

const add = (what: string, startAfter?: Date): Promise<void> =>
  jobs.add(errand, { what }, { key: what, ...(startAfter ? { startAfter } : {}) });

/** The gauges of the only type of jobs, by name. */
async function scraped(): Promise<Record<string, number>> {
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(
    metrics.flatMap(({ name, values }) =>
      values.map(({ value, labels }) => {
        expect(labels).toEqual({ job: 'errand' });
        return [name, value];
      }),
    ),
  );
}

const untilIt = (what: string, state: string): Promise<void> =>
  eventually(`it is ${state}`, async () => (await database.rows(STATES, [what]))[0]?.state === state);

describe('the metrics of jobs', () => {
  it('count those that are due and not begun, and not those that are due later', async () => {
    clerk.isPaused = true;
    await open();
    expect(await scraped()).toEqual({
      jobs_waiting: 0,
      jobs_oldest_due_seconds: 0,
      jobs_to_retry: 0,
      jobs_failed: 0,
    });
    await add('new');
    await add('old');
    await database.rows(OLDER, ['old']);
    await add('later', new Date(Date.now() + 3_600_000));
    expect(await scraped()).toEqual({
      jobs_waiting: 2,
      jobs_oldest_due_seconds: expect.closeTo(3_600, -2),
      jobs_to_retry: 0,
      jobs_failed: 0,
    });
  });

  it('count those that failed, by whether they will be retried', async () => {
    await open();
    clerk.manner = (what) => (what === 'vain' ? givingUp() : refusing());
    await add('vain');
    await untilIt('vain', 'failed');
    await add('patient');
    await eventually('it failed', async () => (await scraped())['jobs_to_retry'] === 1);
    expect(await scraped()).toMatchObject({ jobs_waiting: 0, jobs_failed: 1 });
  });

  it('read no jobs that are done, before there are statistics', async () => {
    await open();
    await database.rows(NO_STATISTICS, []);
    await database.rows(MANY_DONE, []);
    const { text, values } = countingJobs('keeper_jobs', ['errand']);
    const plan = await database.transaction(async () => {
      // Like sessions that count jobs, which may read whole tables.
      await database.manager.query('SET LOCAL enable_seqscan = on');
      await database.manager.query('SET LOCAL random_page_cost = 4');
      return JSON.stringify(await database.manager.query(`EXPLAIN (FORMAT JSON) ${text}`, values));
    });
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    expect(plan).toMatch(/"Index Name":"job_failed"/);
  });
});

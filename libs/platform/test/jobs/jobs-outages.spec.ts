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
const HEARTBEAT = statement<{ heartbeat_seconds: number }>(
  'job_heartbeat',
  `SELECT heartbeat_seconds FROM keeper_jobs.job WHERE data->>'what' = $1`,
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
    const paused = Object.assign(new Clerk(), { isPaused: true });
    const options = { ...keeperSchema, url: postgres.url, poolSize: 2, migrate: true, name: 'other' };
    const other = new Database(options, captured.log);
    await other.open();
    const dying = await employing(paused, other, captured.log);
    await other.transaction(async () => {
      await dying.add(errand, { what: 'abandoned' }, { key: 'abandoned' });
      await other.rows(ABANDON, ['abandoned']);
    });
    await dying.close();
    // Sooner than the supervision once a minute.
    await eventually('it is done', () => clerk.times('abandoned') === 1, 45_000);
    expect(await other.rows(HEARTBEAT, ['abandoned'])).toEqual([{ heartbeat_seconds: 10 }]);
    await other.close();
  });
});

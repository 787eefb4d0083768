import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseSession, eventually, openSession, outcomeOf } from '@pks/testing';
import { Database, Jobs, Unavailable, statement } from '../../src/index.ts';
import { migrate } from '../../src/database/migrations.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { Clerk, errand } from '../fixtures/clerk.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { Pooler } from '../fixtures/pooler.ts';
import { walledSchema } from '../fixtures/walled.ts';

const LOST =
  /^A pooler in front of PostgreSQL drops the settings of sessions \(`options`\), or its address has others: /;
const ONE = statement<{ n: number }>('one', 'SELECT 1 AS n');
const SCHEMAS = `SELECT FROM pg_namespace WHERE nspname = 'walled'`;
const END_OTHERS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const OTHERS = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const LOCKS = `
  SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
   WHERE locktype = 'advisory' AND datname = current_database()`;

let empty: { url: string; drop: () => Promise<void> };
let pooler: Pooler;
let direct: DatabaseSession;
let captured: CapturedLog;
let database: Database;

beforeEach(async () => {
  empty = await emptyDatabase();
  pooler = await Pooler.before(empty.url);
  direct = await openSession(empty.url);
  captured = capturedLog();
});
afterEach(async () => {
  await database.close();
  await direct.close();
  await pooler.close();
  await empty.drop();
});

function by(url: string, migrate: boolean): Database {
  const options = { ...walledSchema, url, poolSize: 1, migrate, name: 'test', rowSecurity: true };
  return (database = new Database(options, captured.log));
}

describe('behind a pooler that ignores the settings of sessions', () => {
  it('a service is not ready, and nothing is migrated or left locked; it is once they are passed on', async () => {
    const opened = by(pooler.url, true).open();
    await eventually('it says why', () => LOST.test(database.notReady ?? ''));
    expect(database.notReady).toContain(
      'search_path is "$user", public, pks.project_id is unknown. Connect to PostgreSQL directly.',
    );
    expect(await direct.rows(SCHEMAS)).toEqual([]);
    expect(await direct.rows(LOCKS)).toEqual([]);
    pooler.ignoresOptions = false;
    await opened;
    expect(await database.rows(ONE, [])).toEqual([{ n: 1 }]);
  });

  it('a migration that is refused leaves no session', async () => {
    const { options } = by(pooler.url, true);
    await expect(migrate(options)).rejects.toThrow(LOST);
    await eventually('none is left', async () => (await direct.rows(OTHERS)).length === 0);
  });

  it('a service that does not migrate is not ready either: it would see the rows of every project', async () => {
    await by(empty.url, true).open();
    await database.close();
    const opened = by(pooler.url, false).open();
    await eventually('it says why', () => LOST.test(database.notReady ?? ''));
    expect(database.notReady).toContain('role is none');
    pooler.ignoresOptions = false;
    await opened;
  });

  it('a connection that replaces another one serves nothing', async () => {
    pooler.ignoresOptions = false;
    await by(pooler.url, true).open();
    pooler.ignoresOptions = true;
    await direct.rows(END_OTHERS);
    const one = () => outcomeOf(database.rows(ONE, []));
    const lost = expect.objectContaining({
      err: expect.objectContaining({ message: expect.stringMatching(LOST) }),
    });
    await eventually('the old one has ended', async () => {
      await one();
      return captured.lines.length > 0;
    });
    expect(await one()).toEqual(new Unavailable().data);
    expect(captured.lines.at(-1)).toEqual(lost);
  });
});

describe('jobs behind such a pooler', () => {
  it('are not fetched, and the log says why, until the settings are passed on', async () => {
    await by(empty.url, true).open();
    const jobs = new Jobs(new Database({ ...database.options, url: pooler.url }, captured.log), captured.log);
    jobs.register({ type: errand, worker: new Clerk(), isTogether: false });
    const opened = jobs.open();
    await eventually('it is logged', () => LOST.test(String(captured.lines.at(-1)?.['problem'])));
    expect(captured.lines.at(-1)?.['problem']).toContain('statement_timeout is 0');
    pooler.ignoresOptions = false;
    await opened;
    await jobs.close();
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openSession } from '@pks/testing';
import { Database, type DatabaseOptions, migrate } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { walledSchema } from '../fixtures/walled.ts';

/** The view in which Citus lists distributed tables, with only the columns that are read. */
const CITUS_TABLES = `
  CREATE VIEW public.citus_tables (table_name, citus_table_type) AS
  VALUES ('walled.migrations'::regclass, 'local'), ('walled.things'::regclass, 'distributed');
  GRANT SELECT ON public.citus_tables TO PUBLIC`;

const REFUSED =
  'The tables of walled are distributed, and row-level security does not reach other nodes: set ROW_LEVEL_SECURITY=off.';

let empty: { url: string; drop: () => Promise<void> };
let options: DatabaseOptions;

beforeEach(async () => {
  empty = await emptyDatabase();
  options = { ...walledSchema, url: empty.url, poolSize: 1, migrate: false, name: 'test', rowSecurity: true };
  await migrate(options);
});
afterEach(() => empty.drop());

async function run(...texts: string[]): Promise<void> {
  const session = await openSession(empty.url);
  for (const text of texts) await session.rows(text);
  await session.close();
}

describe('tables that are distributed over nodes', () => {
  it('make a service not ready that works with row-level security, until they are distributed no more', async () => {
    await run(CITUS_TABLES);
    const database = new Database(options, capturedLog().log);
    const opened = database.open();
    await eventually('it says why', () => database.notReady === REFUSED);
    await run('DROP VIEW public.citus_tables');
    await opened;
    expect(database.notReady).toBeUndefined();
    await database.close();
  });

  it('are used without it', async () => {
    await run(CITUS_TABLES);
    const database = new Database({ ...options, rowSecurity: false }, capturedLog().log);
    await database.open();
    expect(database.notReady).toBeUndefined();
    await database.close();
  });

  it('of another schema make no difference', async () => {
    await run(
      'CREATE SCHEMA other',
      'CREATE TABLE other.things ()',
      CITUS_TABLES.replaceAll('walled.things', 'other.things'),
    );
    const database = new Database(options, capturedLog().log);
    await database.open();
    expect(database.notReady).toBeUndefined();
    await database.close();
  });
});

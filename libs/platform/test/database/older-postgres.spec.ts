import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openSession } from '@pks/testing';
import { Database, migrate } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { OlderPostgres } from '../fixtures/older-postgres.ts';
import { walledSchema } from '../fixtures/walled.ts';

let empty: { url: string; drop: () => Promise<void> };
let older: OlderPostgres;

beforeEach(async () => {
  empty = await emptyDatabase();
  older = await OlderPostgres.of(17, empty.url);
});
afterEach(async () => {
  await older.close();
  await empty.drop();
});

const options = (url: string) => ({ ...walledSchema, url, poolSize: 1, migrate: true, name: 'test' });
const tooOld = () => `PostgreSQL ${older.version} is too old: 18 or newer is needed.`;

describe('a PostgreSQL that is too old', () => {
  it('is asked for its version, and for nothing else, before it is migrated', async () => {
    await expect(migrate({ ...options(older.url), rowSecurity: true })).rejects.toThrow(tooOld());
    expect(older.received).toContain('server_version');
    expect(older.received).not.toMatch(/CREATE |SET |lock\(/);
    const session = await openSession(empty.url);
    expect(await session.rows(`SELECT FROM pg_namespace WHERE nspname = 'walled'`)).toEqual([]);
    await session.close();
  });

  it('makes a service that does not migrate not ready', async () => {
    await migrate(options(empty.url));
    const own = { ...options(older.url), migrate: false, rowSecurity: true };
    const database = new Database(own, capturedLog().log);
    const opened = database.open();
    await eventually('it says why', () => database.notReady === tooOld());
    expect(older.received).not.toMatch(/PREPARE|BEGIN/);
    await database.close();
    await opened;
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DatabaseSession, type TestDatabase, cloneDatabase, openSession } from '@pks/testing';
import { Database, inProject } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { ALL, walledSchema } from '../fixtures/walled.ts';

const PROJECT = '0192f0a0-0000-7000-8000-000000000001';
/** The function that a statement prepared on every connection calls. */
const NEEDED = 'pg_catalog.set_config(text, text, boolean)';
const ELSEWHERE = 'pg_catalog.set_config_elsewhere(text, text, boolean)';

let clone: TestDatabase;
let session: DatabaseSession;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase(walledSchema);
  session = await openSession(clone.url);
  const options = { ...walledSchema, url: clone.url, poolSize: 2, migrate: true, name: 'test' };
  database = new Database({ ...options, rowSecurity: true }, capturedLog().log);
  await database.open();
});
afterAll(async () => {
  await database.close();
  await session.close();
  await clone.drop();
});

const names = (): Promise<object[]> =>
  inProject(PROJECT, () => database.transaction(() => database.rows(ALL, [])));

it('a connection that could not be prepared serves nothing else', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  const keepsTheFirst = database.transaction(async () => {
    await database.rows(ALL, []);
    take();
    await isOver;
  });
  await isTaken;
  await session.rows(`ALTER FUNCTION ${NEEDED} RENAME TO set_config_elsewhere`);
  await expect(names()).rejects.toThrow('function set_config(unknown, text, boolean) does not exist');
  await session.rows(`ALTER FUNCTION ${ELSEWHERE} RENAME TO set_config`);
  expect([await names(), await names()]).toEqual([[], []]);
  end();
  await keepsTheFirst;
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, NotYet, statement } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import { v7 } from 'uuid';
import { searchSchema } from '../../src/search.database.ts';
import { PassageStore } from '../../src/search/passage-store.ts';
import { tidyingAlone } from '../../src/search-index/tidying-alone.ts';

const GENERATION = { id: 'g1', dimensions: 8 };

let folder: string;
let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-tidying-'));
  ({ database, close } = await openTestDatabase(searchSchema));
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function aProject(store: PassageStore): Promise<string> {
  const project = randomUUID();
  const source = { kind: 'document', id: randomUUID(), name: 'Lost' } as const;
  const passages = [{ heading: '', text: 'A member of the crew.', position: 0, page: 1 }];
  await store.putWords(project, GENERATION, [{ source, indexingId: v7(), passages }]);
  return project;
}

it('passages that one process tidies up are neither tidied up nor erased by another one meanwhile', async () => {
  const alone = tidyingAlone(database);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = new PassageStore({
    folder,
    tidying: (name, tidy) =>
      alone(name, async () => {
        begun.resolve();
        await end.promise;
        await tidy();
      }),
  });
  const other = new PassageStore({ folder, tidying: alone });
  const [project, another] = [await aProject(slow), await aProject(slow)];
  const tidied = slow.optimize(project, GENERATION);
  await begun.promise;
  await expect(other.optimize(project, GENERATION)).rejects.toBeInstanceOf(NotYet);
  await expect(other.erase(project, GENERATION)).rejects.toBeInstanceOf(NotYet);
  await other.optimize(another, GENERATION);
  end.resolve();
  await tidied;
  await other.optimize(project, GENERATION);
  await other.erase(project, GENERATION);
  await Promise.all([slow.close(), other.close()]);
});

it('tidying up may take longer than any other transaction', async () => {
  const bound = statement<{ readonly seconds: number }>(
    'bound_of_idle_transactions',
    `SELECT extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)::integer AS seconds`,
  );
  const secondsOf = async () => (await database.rows(bound, []))[0]?.seconds;
  const usual = await secondsOf();
  await tidyingAlone(database)('a', async () => expect(await secondsOf()).toBe(300));
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThan(10);
  expect(await secondsOf()).toBe(usual);
});

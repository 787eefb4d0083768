import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { beside, openTestDatabase } from '@pks/testing';
import { searchSchema } from '../search.database.ts';
import { IndexedSource } from './indexed-source.entity.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';

const STATE = { name: 'Reefs', versionNumber: 1 };

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(searchSchema));
});
afterAll(() => close());

describe('sources that are forgotten', () => {
  it('are locked in the order of their ids, as those of other attempts are', async () => {
    const sources = new IndexedSourcesRepository(database);
    const projectId = randomUUID();
    const ids = [randomUUID(), randomUUID()].sort();
    const lock = (sourceId: string) =>
      database.lock(IndexedSource, { projectId, generation: 1, sourceId }, 'pessimistic_write');
    const begun = await sources.begin(
      ids.map((sourceId) => ({ source: { projectId, kind: 'artifact', sourceId }, state: STATE })),
      1,
    );
    const attempts = begun.toReversed();
    const forgotten = await beside(
      database,
      () => lock(String(ids[0])),
      () => sources.forget(attempts, 1),
      () => lock(String(ids[1])),
    );
    expect(forgotten).toEqual({ status: 'fulfilled', value: attempts });
  });
});

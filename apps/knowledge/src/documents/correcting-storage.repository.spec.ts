import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, NotYet } from '@pks/platform';
import { openTestDatabase, silentLog } from '@pks/testing';
import { knowledgeSchema } from '../knowledge.database.ts';
import { CorrectingStorage } from './correcting-storage.ts';
import { DocumentStorageRepository } from './document-storage.repository.ts';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => ({ database, close } = await openTestDatabase(knowledgeSchema)));
afterAll(() => close());

it('is left to another process where this one stops, and does not count as done', async () => {
  const projectId = randomUUID();
  const stored = new DocumentStorageRepository(database);
  await stored.lock(projectId);
  await stored.add(projectId, { bytes: 9, files: 1 });
  const correcting = new CorrectingStorage(stored, database, silentLog());
  const run = { id: randomUUID(), attempt: 1, payload: {} };
  await expect(correcting.work({ ...run, signal: AbortSignal.abort() })).rejects.toThrow(NotYet);
  expect(await stored.of(projectId)).toEqual({ bytes: 9, files: 1 });
  await correcting.work({ ...run, signal: new AbortController().signal });
  expect(await stored.of(projectId)).toEqual({ bytes: 0, files: 0 });
});

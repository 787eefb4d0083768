import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import { v7 } from 'uuid';
import { IndexedSource } from '../search-index/indexed-source.entity.ts';
import { SearchGeneration } from '../search-index/search-generation.entity.ts';
import { searchSchema } from '../search.database.ts';
import { LackingSourcesRepository } from './lacking-sources.repository.ts';

const GENERATION = { model: 'm', dimensions: 1, isFilled: true, createdAt: new Date() };
const [SEARCHED, BUILT] = [1, 2];

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(searchSchema));
  await database.manager.insert(SearchGeneration, [
    { ...GENERATION, number: SEARCHED, state: 'current' },
    { ...GENERATION, number: BUILT, state: 'building' },
  ]);
});
afterAll(() => close());

/** What a generation has of a source. */
const INDEXED = {
  nothing: (_attempt: string) => ({ indexingId: null, hasMeaning: false }),
  words: (attempt: string) => ({ indexingId: attempt, hasMeaning: false }),
  all: (attempt: string) => ({ indexingId: attempt, hasMeaning: true }),
  'what was before': (_attempt: string) => ({ indexingId: v7(), hasMeaning: true }),
};

it.each([
  ['nothing', 'nothing', false],
  ['nothing', 'words', false],
  ['words', 'nothing', true],
  ['words', 'words', false],
  ['words', 'all', false],
  ['words', 'what was before', true],
  ['all', 'nothing', true],
  ['all', 'words', true],
  ['all', 'all', false],
  ['all', 'what was before', true],
  ['what was before', 'words', true],
  ['what was before', 'what was before', false],
] as const)(
  'a source of which the searched index has %s and the built one %s is lacking: %s',
  async (searched, built, isLacking) => {
    const source = { projectId: randomUUID(), sourceId: randomUUID(), kind: 'artifact' } as const;
    const rows = [[SEARCHED, searched] as const, [BUILT, built] as const].map(([generation, what]) => {
      const attemptId = v7();
      return { ...source, generation, attemptId, ...INDEXED[what](attemptId) };
    });
    await database.manager.insert(IndexedSource, rows);
    expect(await new LackingSourcesRepository(database).any(BUILT)).toBe(isLacking);
    await database.manager.delete(IndexedSource, { projectId: source.projectId });
  },
);

it.each([
  [SEARCHED, 'all'],
  [BUILT, 'nothing'],
] as const)('a source that only the generation %i has is lacking', async (generation, what) => {
  const [projectId, sourceId, attemptId] = [randomUUID(), randomUUID(), v7()];
  const row = { projectId, sourceId, generation, attemptId, ...INDEXED[what](attemptId) };
  await database.manager.insert(IndexedSource, { ...row, kind: 'artifact' });
  expect(await new LackingSourcesRepository(database).any(BUILT)).toBe(true);
  await database.manager.delete(IndexedSource, { projectId });
});

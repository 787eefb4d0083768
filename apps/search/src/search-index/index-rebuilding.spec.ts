import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import { searchSchema } from '../search.database.ts';
import { rebuildIndex } from './index-rebuilding.ts';
import { SearchGeneration } from './search-generation.entity.ts';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(searchSchema));
  const searched = { number: 1, model: 'm', dimensions: 1, state: 'current', isFilled: true } as const;
  await database.manager.insert(SearchGeneration, { ...searched, createdAt: new Date() });
});
afterAll(() => close());

it('an index that nobody builds is requested, and the wait for it fails', async () => {
  const printed: string[] = [];
  const rebuilding = rebuildIndex(database, (sentence) => printed.push(sentence), 0);
  await expect(rebuilding).rejects.toThrow('No progress');
  expect(printed).toEqual([
    'A running search service builds the new index. Until then, the current one is searched.',
  ]);
  const states = await database.manager.find(SearchGeneration, { order: { number: 'ASC' } });
  expect(states.map(({ state }) => state)).toEqual(['current', 'building']);
});

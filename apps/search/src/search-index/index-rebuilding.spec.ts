import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, SystemClock } from '@pks/platform';
import { eventually, openTestDatabase } from '@pks/testing';
import { searchSchema } from '../search.database.ts';
import { GenerationsRepository } from './generations.repository.ts';
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

/** Replaces the index that is being built by a new one, as a service does if the folder has another index under its number. */
async function beginTheNext(): Promise<void> {
  const generations = new GenerationsRepository(database, new SystemClock());
  const building = (await generations.live()).find(({ state }) => state === 'building');
  await database.transaction(async () => {
    await generations.retire([building?.number ?? 0]);
    await generations.begin({ model: 'm', dimensions: 1 });
  });
  await generations.promote((building?.number ?? 0) + 1);
}

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

it('an index that gets the next number is waited for', async () => {
  const printed: string[] = [];
  const rebuilding = rebuildIndex(database, (sentence) => printed.push(sentence), 60_000);
  await eventually('it is requested', () => printed.length > 1);
  await beginTheNext();
  await rebuilding;
  expect(printed.at(-1)).toBe('The new index is searched from now on.');
});

it('an index is put into use once', async () => {
  const generations = new GenerationsRepository(database, new SystemClock());
  await generations.begin({ model: 'm', dimensions: 1 });
  const building = (await generations.live()).find(({ state }) => state === 'building');
  const promoted = [
    await generations.promote(building?.number ?? 0),
    await generations.promote(building?.number ?? 0),
  ];
  expect(promoted).toEqual([true, false]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import { knowledgeSchema } from '../knowledge.database.ts';
import { type LeftFile, LeftFilesRepository } from './left-files.repository.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => ({ database, close } = await openTestDatabase(knowledgeSchema)));
afterAll(() => close());

/** Reserves a room for each of these ages, in days, by turns in two projects; returns their ids. */
async function reserve(ages: readonly number[]): Promise<string[]> {
  const projects = [randomUUID(), randomUUID()];
  const ids = ages.map(() => randomUUID());
  for (const [index, id] of ids.entries()) {
    const created = new Date(NOW.getTime() - (ages[index] ?? 0) * DAY_MS);
    await database.manager.query(
      'INSERT INTO document_rooms (project_id, id, created_at) VALUES ($1, $2, $3)',
      [projects[index % 2], id, created],
    );
  }
  return ids;
}

describe('what is left', () => {
  it('is found to the last, however much it is', async () => {
    const ids = await reserve([9, 2, 1, 2, 2, 9, 2]);
    const left = new LeftFilesRepository(database);
    const pages: (readonly LeftFile[])[] = [];
    for await (const page of left.rooms(NOW, 2)) pages.push(page);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 0]);
    const found = pages.flat().map(({ document_id, weeks }) => [document_id, weeks]);
    const expected = [0, 1, 3, 4, 5, 6].map((index) => [ids[index], index % 5 === 0 ? 1 : 0]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { v7 } from 'uuid';
import { PassageStore } from '../../src/search/passage-store.ts';
import { PassageTables } from '../../src/search/passage-tables.ts';

const GENERATION = { id: 'g1', dimensions: 384 };
const project = randomUUID();

let folder: string;
let store: PassageStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-dropped-'));
  store = new PassageStore({ folder });
  const source = { kind: 'document', id: randomUUID(), name: 'Fares' } as const;
  const passages = [{ page: 1, heading: '', text: 'Tickets are refunded.', position: 0 }];
  await store.putWords(project, GENERATION, [{ source, indexingId: v7(), passages }]);
  // Looks like a table that is being dropped: its files are deleted one by one.
  await rm(join(folder, `${project}-g1.lance`, '_indices'), { recursive: true });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const search = () => store.search(project, GENERATION, { words: 'refund', vector: null, limit: 5 });

describe('a table that lacks files', () => {
  it('has no passages where it is being dropped, however often it is still there', async () => {
    const tables = new PassageTables({ folder });
    const incomplete = await tables.existing(project, GENERATION);
    const existing = jest.spyOn(PassageTables.prototype, 'existing').mockResolvedValue(null);
    for (let times = 0; times < 3; times += 1) existing.mockResolvedValueOnce(incomplete);
    expect(await search()).toEqual([]);
    await tables.close();
  });

  it('is an error where it stays', async () => {
    await expect(search()).rejects.toThrow(/not found/i);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@lancedb/lancedb';
import { v7 } from 'uuid';
import { unit } from '../../src/search/embedder.ts';
import { PassageStore } from '../../src/search/passage-store.ts';

/** From this many passages on, vectors have an index. */
const INDEXED = 10_000;

let folder: string;
let store: PassageStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-vectors-'));
  store = new PassageStore({ folder });
});

afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the vectors of many passages', () => {
  it.each([16, 20])(
    'have an index when each has %i numbers, by which the nearest are found',
    async (dimensions) => {
      const [project, generation] = [randomUUID(), { id: 'g1', dimensions }];
      const passages = Array.from({ length: INDEXED }, (_none, position) => ({
        page: 1,
        heading: '',
        text: `Mooring ${position}.`,
        position,
      }));
      const embeddings = passages.map(({ position }) => ({
        vector: unit(
          Array.from({ length: dimensions }, (_none, at) => Math.sin((position + 1) * (at + 1) ** 2)),
        ),
        pieces: null,
      }));
      const source = { kind: 'document', id: randomUUID(), name: 'Moorings' } as const;
      await store.put(project, generation, source, v7(), passages, embeddings);
      await store.optimize(project, generation);
      const table = await (await connect(folder)).openTable(`${project}-g1`);
      expect((await table.listIndices()).map(({ columns }) => columns)).toContainEqual(['vector']);
      const vector = embeddings[4_711]?.vector ?? null;
      const [nearest] = await store.search(project, generation, { words: null, vector, limit: 1 });
      expect(nearest).toMatchObject({ position: 4_711, nearness: expect.closeTo(1) });
    },
  );
});

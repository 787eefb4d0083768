import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PackagedEmbedder } from '../../src/search/packaged-embedder.ts';
import { PassageStore } from '../../src/search/passage-store.ts';
import { handbooks } from './corpus.ts';
import { measureQuality, type Quality, type Way } from './quality.ts';
import { QUESTIONS } from './questions.ts';

let folder: string;
let store: PassageStore;
let embedder: PackagedEmbedder;
let quality: Record<Way, Quality>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-quality-'));
  store = new PassageStore({ location: folder });
  embedder = new PackagedEmbedder({ threads: 2 });
  quality = await measureQuality(store, embedder);
});

afterAll(async () => {
  await Promise.all([store.close(), embedder.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('the questions', () => {
  it('are each answered by one passage', () => {
    for (const { text, handbook, answer } of QUESTIONS) {
      const passages = handbooks().find(({ name }) => name === handbook)?.passages ?? [];
      const answers = passages.filter((passage) => passage.text.replace(/\s+/g, ' ').includes(answer));
      expect([text, answers.length]).toEqual([text, 1]);
    }
  });
});

describe('searching by words and meaning', () => {
  it('has the answer in the top five for nine questions of ten', () => {
    expect(quality.both.recallAt5).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['words', 'meaning'] as const)('answers better than by %s alone', (way) => {
    expect(quality.both.recallAt5).toBeGreaterThan(quality[way].recallAt5);
    expect(quality.both.mrr).toBeGreaterThan(quality[way].mrr);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PackagedEmbedder } from '../../src/search/packaged-embedder.ts';
import { PassageStore } from '../../src/search/passage-store.ts';
import { corpora } from './corpus.ts';
import { measureQuality, plain, type Quality, type Way } from './quality.ts';

let folder: string;
let store: PassageStore;
let embedder: PackagedEmbedder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-quality-'));
  store = new PassageStore({ location: folder });
  embedder = new PackagedEmbedder({ threads: 2 });
});

afterAll(async () => {
  await Promise.all([store.close(), embedder.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe.each(corpora())('the questions about $name', ({ texts, questions }) => {
  it('are each answered by one passage', () => {
    for (const { text, about, answer } of questions) {
      const passages = texts.find(({ name }) => name === about)?.passages ?? [];
      const answers = passages.filter((passage) => plain(passage.text).includes(plain(answer)));
      expect([text, answers.length]).toEqual([text, 1]);
    }
  });
});

describe('searching the handbooks by words and meaning', () => {
  let quality: Record<Way, Quality>;

  beforeAll(async () => {
    const [handbooks] = corpora();
    if (!handbooks) throw new Error('There are no handbooks.');
    quality = await measureQuality(store, embedder, handbooks);
  });

  it('has the answer in the top five for nine questions of ten', () => {
    expect(quality.both.recallAt5).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['words', 'meaning'] as const)('answers better than by %s alone', (way) => {
    expect(quality.both.recallAt5).toBeGreaterThan(quality[way].recallAt5);
    expect(quality.both.mrr).toBeGreaterThan(quality[way].mrr);
  });
});

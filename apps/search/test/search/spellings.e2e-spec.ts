import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { PassageStore } from '../../src/search/passage-store.ts';

const GENERATION = { id: 'g1', dimensions: 8 };

let folder: string;
let store: PassageStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-spellings-'));
  store = new PassageStore({ folder });
});

afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores texts, and returns what finds them: by these words, each text with its matching words. */
async function searchIn(texts: readonly string[]) {
  const project = randomUUID();
  const passages = texts.map((text, position) => ({ heading: '', text, position, page: 1 }));
  const source = { kind: 'document', id: randomUUID(), name: 'x' } as const;
  await store.putWords(project, GENERATION, [{ source, indexingId: v7(), passages }]);
  return async (words: string) => {
    const hits = await store.search(project, GENERATION, { words, vector: null, limit: 20 });
    const inOrder = hits.toSorted((a, b) => a.position - b.position);
    return inOrder.map(({ text, words: found }) => ({ text, words: found }));
  };
}

describe('words that people write in several ways', () => {
  it.each([
    ['digits', '4567', '٤٥٦٧', '۴۵۶۷', '४५६७', '๔๕๖๗'],
    ['yeh', 'یادداشت', 'يادداشت'],
    ['kaf', 'کارمند', 'كارمند'],
    ['heh', 'مدرسة', 'مدرسه'],
    ['nukta', 'ज़रूरी', 'जरूरी'],
    ['Persian compounds', 'کتاب‌های', 'کتابهای'],
    ['Sinhala conjuncts', 'ශ්‍රී', 'ශ්රී'],
    ['soft hyphens', 'Datenschutz', 'Daten\u00adschutz', 'Daten\u2060schutz'],
    ['Malayalam finals', 'അവൻ', 'അവന്‍'],
  ])('find each other: %s', async (_name, ...words) => {
    const search = await searchIn([...words.map((word) => `1 ${word} 2`), '1 2']);
    for (const asked of words)
      expect(await search(asked)).toEqual(words.map((word) => ({ text: `1 ${word} 2`, words: [word] })));
  });

  it('find a Persian compound by its parts, and written as two words', async () => {
    const search = await searchIn(['این کتاب‌های اوست', 'این متن']);
    expect(await search('کتاب')).toEqual([{ text: 'این کتاب‌های اوست', words: ['کتاب'] }]);
    expect(await search('کتاب های')).toEqual([{ text: 'این کتاب‌های اوست', words: ['کتاب', 'های'] }]);
  });
});

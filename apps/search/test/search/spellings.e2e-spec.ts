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

/** Stores texts, and returns a function that searches them by words: it returns the texts with their matching words, the best first. */
async function searchIn(texts: readonly string[]) {
  const project = randomUUID();
  const passages = texts.map((text, position) => ({ heading: '', text, position, page: 1 }));
  const source = { kind: 'document', id: randomUUID(), name: 'x' } as const;
  await store.putWords(project, GENERATION, [{ source, indexingId: v7(), passages }]);
  return async (words: string) => {
    const hits = await store.search(project, GENERATION, { words, vector: null, limit: 20 });
    return hits.map(({ text, words: found }) => ({ text, words: found }));
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
      expect(new Set(await search(asked))).toEqual(
        new Set(words.map((word) => ({ text: `1 ${word} 2`, words: [word] }))),
      );
  });

  it('find a Persian compound by its parts, and written as two words', async () => {
    const search = await searchIn(['این کتاب‌های اوست', 'این متن']);
    expect(await search('کتاب')).toEqual([{ text: 'این کتاب‌های اوست', words: ['کتاب'] }]);
    expect(await search('کتاب های')).toEqual([{ text: 'این کتاب‌های اوست', words: ['کتاب', 'های'] }]);
  });
});

describe('Korean nouns', () => {
  const LEAVE = '직원은 연차 휴가를 사용할 수 있습니다.';
  const MEETING = '서울에서 회의가 매주 열립니다.';
  const KEYS = '장비는 창고에 보관합니다. 열쇠는 경비실에 있습니다.';

  it.each([
    ['휴가', LEAVE, '휴가를'],
    ['직원', LEAVE, '직원은'],
    ['휴가가', LEAVE, '휴가를'],
    ['서울', MEETING, '서울에서'],
    ['회의', MEETING, '회의가'],
    ['열쇠', KEYS, '열쇠는'],
    ['창고에서', KEYS, '창고에'],
    ['열쇠'.normalize('NFD'), KEYS, '열쇠는'],
  ])('are found with the particles that follow them: %s', async (asked, text, word) => {
    const search = await searchIn([LEAVE, MEETING, KEYS]);
    expect(await search(asked)).toEqual([{ text, words: [word] }]);
  });

  it('that end like a particle are found whole, before what they would be without it', async () => {
    const [cat, city, name] = ['고양이는 잡니다.', '고양시는 큽니다.', '고양은 큽니다.'];
    const search = await searchIn([name, city, cat]);
    expect(await search('고양이')).toEqual([
      { text: cat, words: ['고양이는'] },
      { text: name, words: ['고양은'] },
    ]);
  });

  it('that are written alike count more than those with other particles', async () => {
    const search = await searchIn(['휴가는 깁니다.', '휴가도 깁니다.', '휴가를 깁니다.']);
    expect((await search('휴가를')).map(({ words }) => words[0])[0]).toBe('휴가를');
  });
});

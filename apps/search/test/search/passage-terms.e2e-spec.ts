import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { connect } from '@lancedb/lancedb';
import { v7 } from 'uuid';
import { PassageStore } from '../../src/search/passage-store.ts';
import { lookedUp, termsOf } from '../../src/search/passage-terms.ts';
import { formOf } from '../../src/search/word-forms.ts';
import { countedWords, matchOf } from '../../src/search/word-matching.ts';
import { WordOccurrences } from '../../src/search/word-occurrences.ts';

it('a word that was stored after it was looked up counts where it is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pks-terms-'));
  const store = new PassageStore({ folder });
  const [project, generation] = [randomUUID(), { id: 'g1', dimensions: 8 }];
  const source = { kind: 'document', id: randomUUID(), name: 'Lost' } as const;
  const passage = { heading: '', text: 'A member of the crew.', position: 0, page: 1 };
  await store.putWords(project, generation, [{ source, indexingId: v7(), passages: [passage] }]);
  const table = await (await connect(folder)).openTable(`${project}-g1`);
  const words = ['rucksack', 'member'];
  const known = await lookedUp(table, words, {}, new WordOccurrences());
  const terms = await termsOf(words, known, 9);
  const match = matchOf(terms, countedWords('The rucksack of the member.'), 9);
  expect(match.words).toEqual(['rucksack', 'member']);
  await store.close();
  await rm(folder, { recursive: true });
});

it('a word of a query has those that mean about the same, and a name has none', async () => {
  const words = ['vacation', 'Northvale'];
  const unknown = words.map((word) => ({ forms: new Map([[formOf(word), 1]]), best: null, spellings: [] }));
  const [vacation, name] = await termsOf(words, unknown, 9);
  expect(vacation?.related.same.has('holiday')).toBe(true);
  expect(vacation?.related.specific.has('weekend')).toBe(false);
  expect(name?.related).toEqual({ same: new Set(), specific: new Set() });
});

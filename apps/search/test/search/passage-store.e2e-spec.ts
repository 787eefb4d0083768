import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { connect } from '@lancedb/lancedb';
import { v7 } from 'uuid';
import { openTestDatabase } from '@pks/testing';
import { searchSchema } from '../../src/search.database.ts';
import { creatingAlone } from '../../src/search-index/creating-alone.ts';
import { PackagedEmbedder } from '../../src/search/packaged-embedder.ts';
import { PassageStore } from '../../src/search/passage-store.ts';
import { type Passage, wordingOf } from '../../src/search/passage.ts';
import type { Source } from '../../src/search/passage-hit.ts';
import { filesWith } from '../files-with.ts';
import { handbooks } from './corpus.ts';

const GENERATION = { id: 'g1', dimensions: 384 };

let folder: string;
let store: PassageStore;
let embedder: PackagedEmbedder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-passages-'));
  store = new PassageStore({ folder });
  embedder = new PackagedEmbedder();
});

afterAll(async () => {
  await Promise.all([store.close(), embedder.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Stores the passages of an indexing of a source without embeddings. */
const putWords = (
  where: PassageStore,
  project: string,
  source: Source,
  indexingId: string,
  passages: readonly Passage[],
): Promise<void> => where.putWords(project, GENERATION, [{ source, indexingId, passages }]);

/** The number of stored passages of a project, and how many of them have a vector. */
async function countsOf(project: string) {
  const table = await (await connect(folder)).openTable(`${project}-${GENERATION.id}`);
  return { passages: await table.countRows(), embedded: await table.countRows('vector IS NOT NULL') };
}

describe('stored passages', () => {
  const [handbook] = handbooks();
  if (!handbook) throw new Error('There is no handbook.');
  const passages = handbook.passages.slice(0, 12);
  const aSource = () => ({ kind: 'document', id: randomUUID(), name: handbook.name }) as const;
  const defaults = { words: null, vector: null, limit: 5 };

  it('are found by their words immediately, and by their meaning once they have vectors', async () => {
    const [project, source, indexing] = [randomUUID(), aSource(), v7()];
    const words = passages[3]?.text.slice(0, 80) ?? '';
    await putWords(store, project, source, indexing, passages);
    expect((await store.search(project, GENERATION, { ...defaults, words }))[0]?.position).toBe(3);
    const embeddings = await embedder.embed(passages.map((passage) => wordingOf(source.name, passage)));
    await store.put(project, GENERATION, source, indexing, passages, embeddings);
    const near = await store.search(project, GENERATION, { ...defaults, ...embeddings[5] });
    expect(near[0]).toMatchObject({ source_id: source.id, position: 5 });
    expect(near[0]?.nearness).toBeCloseTo(1);
    // The score is only about 1, because the signs of pieces only approximate the pieces.
    expect(near[0]?.score).toBeCloseTo(1, 1);
    const kept = await store.indexings(project, GENERATION);
    expect(kept).toEqual([{ source_id: source.id, indexing_id: indexing }]);
    expect(await countsOf(project)).toEqual({ passages: 12, embedded: 12 });
  });

  it.each([
    ['返金は七日以内に行われます。', '返金'],
    ['ตั๋วโดยสารคืนเงินได้', 'ตั๋ว'],
    ['Die Rückerstattung dauert sieben Tage.', 'RUCKERSTATTUNG'],
    ['Tickets are refunded.', 'refund'],
    ['Refund, refunds, refunded.', 'refund'],
    ['Call 0300-555/015 for SkerryGuest.', '0300 skerryguest'],
  ])('are found in "%s" by "%s"', async (text, words) => {
    const project = randomUUID();
    const other = { ...passages[0]!, position: 1 };
    await putWords(store, project, aSource(), v7(), [{ ...other, position: 0, text }, other]);
    expect((await store.search(project, GENERATION, { ...defaults, words }))[0]?.text).toBe(text);
  });

  it.each([
    ['André', 'Andre'],
    ['Schrödinger', 'Schrodinger'],
    ['résumés', 'resume'],
    ['Société', 'SOCIETE'],
    ['cliché', 'cliche'],
    ['brûlée', 'brulee'],
    ['Straße', 'STRASSE'],
    ['Bjørn', 'Bjorn'],
    ['Łódź', 'Lodz'],
    ['œuvre', 'oeuvre'],
    ['Việt', 'viet'],
    ['İzmir', 'izmir'],
    ['Αθήνα', 'Αθηνα'],
    ['Ελλάδα', 'ΕΛΛΑΔΑ'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Ёлка', 'елка'],
    ['أحمد', 'احمد'],
    ['ガイド', 'ｶﾞｲﾄﾞ'],
    ['น้ำ', 'น้ำ'],
    ['हिन्दी', 'हिन्दी'],
    ['한국어', '한국어'],
  ])('are found with "%s" by "%s" and the other way round, whatever their encoding', async (one, another) => {
    const [project, forms] = [randomUUID(), ['NFC', 'NFD']];
    const encoded = (word: string) => forms.map((form) => word.normalize(form));
    const words = [...encoded(one), ...encoded(another)];
    const texts = words.map((word, position) => ({ ...passages[0]!, position, text: `1 ${word} 2` }));
    await putWords(store, project, aSource(), v7(), texts);
    for (const asked of words) {
      const hits = await store.search(project, GENERATION, { ...defaults, words: asked });
      const found = hits.sort((a, b) => a.position - b.position).map((hit) => [hit.text, hit.words]);
      expect(found).toEqual(words.map((word) => [`1 ${word} 2`, [word]]));
    }
  });

  it('of an earlier version, without words that are folded, are found by words as they are written', async () => {
    const [project, source] = [randomUUID(), { ...aSource(), name: 'Société' }];
    await putWords(store, project, source, v7(), [{ ...passages[0]!, heading: '', text: 'Ask André.' }]);
    const table = await (await connect(folder)).openTable(`${project}-g1`);
    await table.update({ values: { wording: 'Société\nAsk André.' } });
    for (const words of ['André', 'société'])
      expect((await store.search(project, GENERATION, { ...defaults, words }))[0]?.words).toHaveLength(1);
  });

  it.each(['a', 'ä', '𝐀', 'ab𐐷'])('are searched for words of %s of any length', async (letters) => {
    const project = randomUUID();
    await putWords(store, project, aSource(), v7(), passages);
    await store.optimize(project, GENERATION);
    for (const length of [39, 40, 100, 1_000]) {
      const words = `q${letters.repeat(length)}`;
      expect(await store.search(project, GENERATION, { ...defaults, words })).toEqual([]);
    }
  });

  it.each([
    ['ten bicycles are carried', 'bycicle', 'bicycles'],
    ['The season ticket of the line.', 'saeson tikets', 'season,ticket'],
    ['Rates for weekends', 'wekend', 'weekends'],
    ['A vaccination pass for dogs', 'vaccinaton', 'vaccination'],
  ])('are found in "%s" by the misspelt "%s" once they are in the index', async (text, words, found) => {
    const project = randomUUID();
    const other = { ...passages[0]!, position: 1 };
    const misspelt = { ...other, position: 0, heading: '', text };
    await putWords(store, project, aSource(), v7(), [misspelt, other]);
    await store.optimize(project, GENERATION);
    const [hit] = await store.search(project, GENERATION, { ...defaults, words });
    expect([hit?.text, hit?.words.join()]).toEqual([text, found]);
  });

  it.each([
    ['The overtime of last Sunday is paid.', 'Is overtyme on sundys paid?', 'Is overtime on Sunday paid?'],
    ['Mind the word board.', 'A board of wood', 'A board of wood'],
    ['Stop, stop, stop, or step aside.', 'stpp', 'Stop'],
    ['The Müllabfuhr comes on Mondays.', 'Müllabfur?'.normalize('NFD'), 'Müllabfuhr?'],
    ['A ticket is refunded.', 'Tikcet, tikcet', 'ticket, ticket'],
  ])('give words to a question: of "%s", "%s" means "%s"', async (text, question, meant) => {
    const project = randomUUID();
    const [first, other] = [passages[0]!, { ...passages[0]!, position: 1 }];
    await putWords(store, project, aSource(), v7(), [{ ...first, heading: '', text }, other]);
    await store.optimize(project, GENERATION);
    expect(await store.meant(project, GENERATION, question)).toBe(meant);
    expect(await store.meant(randomUUID(), GENERATION, question)).toBe(question);
  });

  it('give no words to a question that may not find them', async () => {
    const [project, hidden, source] = [randomUUID(), aSource(), aSource()];
    const secret = { ...passages[0]!, text: 'The merger with Northvale.' };
    await putWords(store, project, hidden, v7(), [secret]);
    await putWords(store, project, source, v7(), passages);
    await store.optimize(project, GENERATION);
    expect(await store.meant(project, GENERATION, 'merrger')).toBe('merger');
    expect(await store.meant(project, GENERATION, 'merrger', { sources: [source.id] })).toBe('merrger');
  });

  it('are not found by an English word for one that is spelt like it', async () => {
    const project = randomUUID();
    await putWords(store, project, aSource(), v7(), [{ ...passages[0]!, text: 'A word.' }]);
    await store.optimize(project, GENERATION);
    expect(await store.search(project, GENERATION, { ...defaults, words: 'wood' })).toEqual([]);
  });

  it('come before those that are as near where they have a word that means the same, and are not found by it alone', async () => {
    const [project, vector] = [
      randomUUID(),
      new Float32Array(GENERATION.dimensions).fill(GENERATION.dimensions ** -0.5),
    ];
    const texts = ['Dogs may come along on trains.', 'Dogs may come along on holidays.'];
    const alike = texts.map((text, position) => ({ ...passages[0]!, text, position }));
    const embeddings = alike.map(() => ({ vector, pieces: null }));
    await store.put(project, GENERATION, aSource(), v7(), alike, embeddings);
    const query = { ...defaults, words: 'vacation' };
    const hits = await store.search(project, GENERATION, { ...query, vector });
    expect(hits.map(({ position, words }) => ({ position, words }))).toEqual([
      { position: 1, words: [] },
      { position: 0, words: [] },
    ]);
    expect(await store.search(project, GENERATION, query)).toEqual([]);
  });

  it('say by which words and how nearly they match, in each way of searching', async () => {
    const [project, source] = [randomUUID(), aSource()];
    const embeddings = await embedder.embed(passages.map((passage) => wordingOf(source.name, passage)));
    await store.put(project, GENERATION, source, v7(), passages, embeddings);
    const [words, vector] = ['kennels', embeddings[5]?.vector ?? null];
    const search = (query: object) => store.search(project, GENERATION, { ...defaults, ...query });
    const [byWords, byVector] = [await search({ words: 'ticket' }), await search({ vector })];
    expect([byWords, byVector]).not.toContainEqual([]);
    for (const { nearness } of byWords) expect(nearness).toBeNull();
    for (const hit of byVector) expect(hit).toMatchObject({ words: [], nearness: expect.any(Number) });
    const [both] = await search({ words: passages[5]?.text ?? words, vector });
    expect(both).toMatchObject({ position: 5, nearness: expect.closeTo(1) });
    expect(both?.words.length).toBeGreaterThan(3);
  });

  it('are found by many searches at the same time, also while others are deleted and folded in', async () => {
    const [project, source] = [randomUUID(), aSource()];
    await putWords(store, project, source, v7(), passages);
    const [first] = passages;
    const words = first?.text ?? '';
    const search = () => store.search(project, GENERATION, { ...defaults, words });
    for (let round = 0; round < 5; round += 1) {
      const upkeep = store
        .dropBefore(project, GENERATION, [{ source_id: randomUUID(), indexing_id: v7() }])
        .then(() => store.optimize(project, GENERATION));
      const [, ...found] = await Promise.all([upkeep, ...Array.from({ length: 20 }, search)]);
      for (const [best] of found) expect(best).toMatchObject({ text: words });
    }
  });

  it('are never found in another project', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    await putWords(store, mine, aSource(), v7(), passages);
    const words = passages[0]?.text ?? '';
    expect(await store.search(other, GENERATION, { ...defaults, words })).toEqual([]);
    await putWords(store, other, aSource(), v7(), passages.slice(0, 1));
    expect(await store.search(other, GENERATION, { ...defaults, words, limit: 50 })).toHaveLength(1);
  });

  it('may be the first of a project in several processes at the same time, while they are searched for', async () => {
    const { database, close } = await openTestDatabase(searchSchema);
    const where = { folder, creating: creatingAlone(database) };
    const stores = [1, 2, 3].map(() => new PassageStore(where));
    const projects = Array.from({ length: 40 }, () => randomUUID());
    const words = passages[0]?.text ?? '';
    const first = passages.slice(0, 1);
    const search = (one: PassageStore, project: string) =>
      one.search(project, GENERATION, { ...defaults, words, limit: 50 });
    for (const project of projects) {
      const writing = [...stores, ...stores].map((one) => putWords(one, project, aSource(), v7(), first));
      let isWriting = true;
      const searching = stores.map(async (one) => {
        while (isWriting) await search(one, project);
      });
      await Promise.all(writing).finally(() => (isWriting = false));
      await Promise.all(searching);
      for (const one of stores) expect(await search(one, project)).toHaveLength(writing.length);
    }
    await Promise.all(stores.map((one) => one.close()));
    await close();
  });

  it('are those of the later indexings once the earlier are dropped, whichever was written last', async () => {
    const [project, source] = [randomUUID(), aSource()];
    const [earlier, later] = [v7(), v7()];
    await putWords(store, project, source, later, passages.slice(0, 2));
    await putWords(store, project, source, earlier, passages);
    await store.dropBefore(project, GENERATION, [{ source_id: source.id, indexing_id: later }]);
    await store.dropBefore(project, GENERATION, [{ source_id: source.id, indexing_id: earlier }]);
    const kept = await store.indexings(project, GENERATION);
    expect(kept).toEqual([{ source_id: source.id, indexing_id: later }]);
    expect(await countsOf(project)).toMatchObject({ passages: 2 });
  });

  it('of several sources are put together, and those of earlier indexings dropped together', async () => {
    const [project, sources] = [randomUUID(), [aSource(), aSource(), aSource()]];
    const first = passages[0]!;
    const put = async (text: string) => {
      const indexings = sources.map((source) => ({
        source,
        indexingId: v7(),
        passages: [{ ...first, text }],
      }));
      await store.putWords(project, GENERATION, indexings);
      return indexings.map(({ source, indexingId }) => ({ source_id: source.id, indexing_id: indexingId }));
    };
    const found = async (words: string) => {
      const hits = await store.search(project, GENERATION, { words, vector: null, limit: 10 });
      return hits.map(({ source_id, indexing_id }) => ({ source_id, indexing_id })).sort(bySource);
    };
    const earlier = await put('Ropes are coiled.');
    expect(await found('coiled')).toEqual(earlier.toSorted(bySource));
    const later = await put('Ropes are spliced.');
    await store.dropBefore(project, GENERATION, later.slice(1));
    expect(await found('coiled')).toEqual(earlier.slice(0, 1));
    expect(await found('spliced')).toEqual(later.toSorted(bySource));
  });

  it('are all kept when they are many', async () => {
    const [project, source] = [randomUUID(), aSource()];
    const many = Array.from({ length: 1_200 }, (_none, position) => ({ ...passages[0]!, position }));
    await putWords(store, project, source, v7(), many);
    expect(await store.indexings(project, GENERATION)).toHaveLength(1);
    expect(await countsOf(project)).toMatchObject({ passages: 1_200 });
  });

  it('get their vectors in batches', async () => {
    const [project, source, indexing] = [randomUUID(), aSource(), v7()];
    await putWords(store, project, source, indexing, passages);
    const some = passages.slice(4, 8);
    const embeddings = await embedder.embed(some.map((passage) => wordingOf(source.name, passage)));
    await store.put(project, GENERATION, source, indexing, some, embeddings);
    const kept = await store.indexings(project, GENERATION);
    expect(kept).toEqual([{ source_id: source.id, indexing_id: indexing }]);
    expect(await countsOf(project)).toEqual({ passages: 12, embedded: 4 });
  });

  it('are found in a table of an earlier version, and compared by the pieces of their words once they have them', async () => {
    const [project, source, indexing] = [randomUUID(), aSource(), v7()];
    const name = `${project}-${GENERATION.id}`;
    const embeddings = await embedder.embed(passages.map((passage) => wordingOf(source.name, passage)));
    await store.put(project, GENERATION, source, indexing, passages, embeddings);
    await (await (await connect(folder)).openTable(name)).dropColumns(['pieces']);
    const query = { ...defaults, words: 'kennels', ...embeddings[5] };
    const later = new PassageStore({ folder });
    const [before] = await later.search(project, GENERATION, query);
    await later.put(project, GENERATION, source, indexing, passages, embeddings);
    const [after] = await later.search(project, GENERATION, query);
    await later.close();
    expect([before?.position, after?.position]).toEqual([5, 5]);
    expect([before?.score, after?.score]).toEqual([expect.closeTo(1, 4), expect.closeTo(0.99, 1)]);
    expect(after?.score).not.toBeCloseTo(before?.score ?? 0, 4);
  });

  it('leave the files, too, once they are erased, and the others are found as before', async () => {
    const [project, goes] = [randomUUID(), aSource()];
    const embeddings = await embedder.embed(passages.map((passage) => wordingOf(handbook.name, passage)));
    const findEach = () =>
      Promise.all(
        passages.map(async ({ text: words }, index) => {
          const wanted = { ...defaults, words, ...embeddings[index], limit: 50 };
          const hits = await store.search(project, GENERATION, wanted);
          // Scores are not compared: they differ, because the rarity of words was counted with the deleted
          // passage before.
          const found = hits.map(({ position, nearness, words: matched }) => ({
            position,
            nearness,
            matched,
          }));
          return { best: found[0], all: found.sort((a, b) => a.position - b.position) };
        }),
      );
    await store.put(project, GENERATION, aSource(), v7(), passages, embeddings);
    await putWords(store, project, goes, v7(), [{ ...passages[0]!, text: 'The word is zanzibar.' }]);
    await store.optimize(project, GENERATION);
    await store.optimize(project, GENERATION);
    await store.dropBefore(project, GENERATION, [{ source_id: goes.id, indexing_id: v7() }]);
    const before = await findEach();
    expect(await filesWith('zanzibar', join(folder, `${project}-g1.lance`))).not.toEqual([]);
    await store.erase(project, GENERATION);
    await store.erase(project, GENERATION);
    const moved = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => moved);
    await store.optimize(project, GENERATION).finally(() => clock.mockRestore());
    expect(await filesWith('zanzibar', join(folder, `${project}-g1.lance`))).toEqual([]);
    expect(await findEach()).toEqual(before);
  });

  it('are deleted once their source is removed, or their generation dropped', async () => {
    const [project, source, stays] = [randomUUID(), aSource(), aSource()];
    for (const each of [source, stays]) {
      await putWords(store, project, each, v7(), passages.slice(0, 2));
    }
    await store.dropBefore(project, GENERATION, [{ source_id: source.id, indexing_id: v7() }]);
    expect((await store.indexings(project, GENERATION)).map(({ source_id }) => source_id)).toEqual([
      stays.id,
    ]);
    await store.dropGeneration(project, GENERATION.id);
    expect(await store.generations(project)).toEqual([]);
    expect(await store.indexings(project, GENERATION)).toEqual([]);
  });
});

function bySource(one: { readonly source_id: string }, other: { readonly source_id: string }): number {
  return one.source_id < other.source_id ? -1 : 1;
}

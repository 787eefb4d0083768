import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pair } from '@pks/contracts';
import { faultOf, type TestDocuments } from '@pks/testing';
import { NOT_FOUND, RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

/** The ids of documents with these labels, in a new project. */
async function labelled(...labels: (readonly Pair[])[]): Promise<readonly [TestDocuments, ...string[]]> {
  const documents = knowledge.someDocuments();
  return [documents, ...(await documents.label(...labels)).map(({ id }) => id)];
}

const ids = ({ results }: { results: readonly { id: string }[] }): string[] => results.map(({ id }) => id);

describe('metadata', () => {
  it('is appended to the existing pairs, each once, in the given order', async () => {
    const [documents, id = ''] = await labelled([['b', '1']]);
    const before = await documents.get(id);
    const after = await documents.addMetadata(id, ['a', 'x'], ['b', '1'], ['a', 'x'], ['b', '2']);
    expect(after.metadata).toEqual([
      ['b', '1'],
      ['a', 'x'],
      ['b', '2'],
    ]);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await documents.get(id)).toEqual(after);
    expect(await documents.addMetadata(id, ['b', '2'])).toEqual(after);
  });

  it.each(['NFC', 'NFD'])(
    'that comes in %s is kept in one encoding, and found and removed in both',
    async (form) => {
      const [key, value] = ['größe', 'ガイド'];
      const [documents, id = '', other = ''] = await labelled(
        [[key.normalize(form), value.normalize(form)]],
        [],
      );
      const pair = [key.normalize('NFC'), value.normalize('NFC')];
      expect((await documents.get(id)).metadata).toEqual([pair]);
      const { metadata } = await documents.addMetadata(other, [key.normalize(form), value.normalize(form)]);
      expect(metadata).toEqual([pair]);
      for (const one of ['NFC', 'NFD']) {
        expect(ids(await documents.filter([value.normalize(one)]))).toEqual([other, id]);
      }
      expect(await documents.removePair(id, key.normalize('NFD'), value.normalize('NFD'))).toMatchObject({
        removed: true,
      });
      expect(await documents.removeKey(other, key.normalize('NFD'))).toMatchObject({ removed_count: 1 });
    },
  );

  it('is logged in the changelog when it changed', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const { id } = await documents.uploadOne({ name: 'a' });
    await documents.addMetadata(id, ['k', 'v'], ['k', 'w'], ['l', '']);
    await documents.addMetadata(id, ['k', 'v']);
    await documents.removePair(id, 'k', 'none');
    await documents.removeKey(id, 'k');
    expect(await project.changelogTexts()).toEqual([
      'Removed metadata from "a": "k".',
      'Added metadata to "a": "k", "l".',
      'Uploaded "a".',
    ]);
  });

  it('is logged with the first of many keys', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const { id } = await documents.uploadOne({ name: 'a' });
    await documents.addMetadata(id, ...Array.from({ length: 100 }, (_, n) => [`k${n}`, 'v'] as const));
    expect(await project.changelogTexts()).toContain('Added metadata to "a": "k0", "k1", "k2" and 97 more.');
  });

  it('loses exactly the named pair', async () => {
    const [documents, id = ''] = await labelled([
      ['k', 'v'],
      ['k', 'V'],
      ['K', 'v'],
    ]);
    expect(await documents.removePair(id, 'k', 'v')).toEqual({
      removed: true,
      document: expect.objectContaining({
        metadata: [
          ['k', 'V'],
          ['K', 'v'],
        ],
      }),
    });
    expect(await documents.removePair(id, 'k', 'v')).toMatchObject({ removed: false, document: { id } });
  });

  it('loses all pairs with exactly the named key', async () => {
    const [documents, id = ''] = await labelled([
      ['k', '1'],
      ['K', '1'],
      ['k', '2'],
    ]);
    const removed = await documents.removeKey(id, 'k');
    expect([removed.removed_count, removed.document.metadata]).toEqual([2, [['K', '1']]]);
    expect((await documents.removeKey(id, 'k')).removed_count).toBe(0);
  });

  it('has at most 100 pairs', async () => {
    const pairs = Array.from({ length: 99 }, (_, n): Pair => ['k', `${n}`]);
    const [documents, id = ''] = await labelled(pairs);
    const fault = await faultOf(documents.addMetadata(id, ['a', '1'], ['a', '2']));
    expect(fault).toEqual({
      kind: 'invalid',
      message: 'A document has no more than 100 pairs of metadata.',
    });
    expect((await documents.addMetadata(id, ['a', '1'], ['k', '7'])).metadata).toHaveLength(100);
  });

  it('has at most 65,536 characters', async () => {
    const long = 'x'.repeat(20_000);
    const pairs = ['a', 'b', 'c'].map((key): Pair => [key, long]);
    const [documents, id = ''] = await labelled(pairs);
    expect((await faultOf(documents.addMetadata(id, ['d', long]))).kind).toBe('invalid');
    const file = { ...(await documents.written({ metadata: [...pairs, ['d', long]] })) };
    expect(await faultOf(documents.store([file]))).toEqual(invalid('files_metadata'));
    expect(await documents.filter([long.toUpperCase()])).toMatchObject({ count: 1 });
    expect((await documents.addMetadata(id, ['e', '😀'.repeat(5_000)])).metadata).toHaveLength(4);
  });

  it('of an unknown document is not found', async () => {
    const [documents, id = ''] = await labelled([['a', 'b']]);
    const other = knowledge.someDocuments();
    for (const [project, document] of [
      [documents, randomUUID()],
      [other, id],
    ] as const) {
      expect(await faultOf(project.addMetadata(document, ['a', 'b']))).toEqual(NOT_FOUND);
      expect(await faultOf(project.removePair(document, 'a', 'b'))).toEqual(NOT_FOUND);
      expect(await faultOf(project.removeKey(document, 'a'))).toEqual(NOT_FOUND);
    }
  });
});

describe('the available metadata', () => {
  it('is each key in alphabetical order, with its values, the most frequent first, then alphabetically', async () => {
    const [documents] = await labelled(
      [
        ['team', 'b'],
        ['Area', 'x'],
      ],
      [
        ['team', 'c'],
        ['team', 'a'],
      ],
      [['team', 'c']],
    );
    const one = (value: string, count: number) => ({ value, count });
    expect(await documents.available()).toEqual([
      { key: 'Area', count: 1, value_count: 1, values: [one('x', 1)] },
      { key: 'team', count: 4, value_count: 3, values: [one('c', 2), one('a', 1), one('b', 1)] },
    ]);
    expect(await documents.values('team')).toEqual({ key: 'team', values: ['c', 'a', 'b'] });
    expect(await documents.values('Team')).toEqual({ key: 'Team', values: [] });
    expect(await documents.valuesByKey()).toEqual({ Area: ['x'], team: ['a', 'b', 'c'] });
  });

  it('of one document is what it has, in its order', async () => {
    const [documents, a = '', b = ''] = await labelled(
      [
        ['k', 'z'],
        ['l', 'x'],
        ['k', 'a'],
      ],
      [['k', 'b']],
    );
    expect(await documents.valuesOf(a, 'k')).toEqual({ key: 'k', values: ['z', 'a'] });
    expect(await documents.valuesOf(b, 'l')).toEqual({ key: 'l', values: [] });
    expect(await faultOf(knowledge.someDocuments().valuesOf(a, 'k'))).toEqual(NOT_FOUND);
  });

  it('has keys of any form', async () => {
    const [documents] = await labelled([
      ['__proto__', '1'],
      ['"', '2'],
    ]);
    expect(Object.entries(await documents.valuesByKey())).toEqual([
      ['"', ['2']],
      ['__proto__', ['1']],
    ]);
    expect(await knowledge.someDocuments().valuesByKey()).toEqual({});
  });

  it('is what at least one document has', async () => {
    const [documents, a = '', b = ''] = await labelled(
      [
        ['k', 'v'],
        ['k', 'w'],
      ],
      [['k', 'v']],
    );
    await documents.removePair(a, 'k', 'w');
    expect(await documents.available()).toEqual([
      { key: 'k', count: 2, value_count: 1, values: [{ value: 'v', count: 2 }] },
    ]);
    await documents.remove(b);
    expect(await documents.available()).toMatchObject([{ count: 1, values: [{ count: 1 }] }]);
    await documents.removeKey(a, 'k');
    expect(await documents.available()).toEqual([]);
  });

  it('has 100 values of a key, and 1,000 when one key is requested', async () => {
    const labels = Array.from({ length: 11 }, (_, document) =>
      Array.from({ length: 100 }, (__, n): Pair => ['k', `${document}-${n}`]),
    );
    const [documents] = await labelled(...labels);
    const [key] = await documents.available();
    expect([key?.count, key?.value_count, key?.values.length]).toEqual([1_100, 1_100, 100]);
    expect((await documents.values('k')).values).toHaveLength(1_000);
    expect((await documents.valuesByKey())['k']).toHaveLength(1_000);
  });
});

describe('documents found by metadata', () => {
  it('have any of the values under any key, ignoring case, the newest first', async () => {
    const [documents, a, b, c] = await labelled(
      [['dept', 'Straße']],
      [['x', 'ΣΊΣΥΦΟΣ']],
      [
        ['y', 'STRASSE'],
        ['z', 'strasse'],
      ],
      [['w', 'Strasse 1']],
    );
    expect(ids(await documents.filter(['strasse']))).toEqual([c, a]);
    expect(ids(await documents.filter(['σίσυφος', 'STRASSE', 'strasse', 'none']))).toEqual([c, b, a]);
    expect(await documents.filter([])).toEqual({ count: 0, results: [] });
    expect(await documents.filter(['dept'])).toEqual({ count: 0, results: [] });
    expect(await documents.filter(['Strasse'])).toEqual(await documents.filter(['STRASSE']));
  });

  it('can have an empty value', async () => {
    const [documents, a] = await labelled([['k', '']], [['k', ' ']], []);
    expect(ids(await documents.filter(['']))).toEqual([a]);
  });

  it('belong to the project alone', async () => {
    await labelled([['k', 'shared']]);
    const [documents, a] = await labelled([['k', 'Shared']]);
    expect(ids(await documents.filter(['shared']))).toEqual([a]);
  });

  it('are still found by a value that they have in another case or under another key', async () => {
    const [documents, a = ''] = await labelled([
      ['k', 'v'],
      ['k', 'V'],
      ['l', 'v'],
    ]);
    await documents.removePair(a, 'k', 'v');
    expect(ids(await documents.filter(['v']))).toEqual([a]);
    await documents.removeKey(a, 'k');
    expect(ids(await documents.filter(['v']))).toEqual([a]);
    await documents.removeKey(a, 'l');
    expect(ids(await documents.filter(['v']))).toEqual([]);
    await documents.addMetadata(a, ['m', 'V']);
    expect(ids(await documents.filter(['v']))).toEqual([a]);
  });

  it('are exactly those that match one by one, on every page, whatever was changed before', async () => {
    const words = ['a', 'B', 'c', 'D', 'e'];
    const documents = knowledge.someDocuments();
    let state = 7;
    const chance = (of: number): number => (state = (state * 48_271) % 2_147_483_647) % of;
    const someLabels = (): Pair[] =>
      words
        .filter(() => chance(3) === 0)
        .map((word) => [`k${chance(2)}`, chance(2) ? word : word.toLowerCase()]);
    for (let n = 0; n < 4; n += 1) await documents.label(...Array.from({ length: 40 }, someLabels));
    const all = (await documents.list({ limit: 1000 })).results;
    for (const { id, metadata } of all.slice(0, 60)) {
      const [pair] = metadata;
      if (chance(4) === 0) await documents.remove(id);
      else if (pair && chance(2) === 0) await documents.removePair(id, pair[0], pair[1]);
      else await documents.addMetadata(id, ...someLabels(), ['k9', 'e']);
    }
    const left = (await documents.list({ limit: 1000 })).results;
    for (const values of [
      ['a'],
      ['b', 'D'],
      ['E'],
      ['A', 'b', 'c', 'd', 'e', 'e'],
      ['none'],
      ['none', 'c'],
    ]) {
      const folded = values.map((value) => value.toLowerCase());
      const naive = left.filter(({ metadata }) => metadata.some(([, v]) => folded.includes(v.toLowerCase())));
      for (const [limit, offset] of [
        [1000, 0],
        [7, 0],
        [7, 5],
        [1, 66],
        [50, 50],
        [10, 500],
      ] as const) {
        const page = await documents.filter(values, { limit, offset });
        expect([page.count, ids(page)]).toEqual([
          naive.length,
          naive.slice(offset, offset + limit).map(({ id }) => id),
        ]);
      }
    }
  });
});

describe('documents matched by metadata', () => {
  const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id);

  it('have every pair: the key exactly, the value ignoring case, the newest first', async () => {
    const [documents, a, b, c] = await labelled(
      [
        ['dept', 'Straße'],
        ['year', '2026'],
      ],
      [
        ['year', '2026'],
        ['dept', 'STRASSE'],
        ['dept', 'other'],
      ],
      [
        ['Dept', 'strasse'],
        ['year', '2026'],
      ],
      [['dept', 'strasse']],
      [
        ['dept', '2026'],
        ['year', 'strasse'],
      ],
    );
    expect(idsOf(await documents.match(10, ['dept', 'strasse'], ['year', '2026']))).toEqual([b, a]);
    expect(idsOf(await documents.match(10, ['Dept', 'STRASSE'], ['year', '2026']))).toEqual([c]);
    expect(await documents.match(10, ['DEPT', 'strasse'])).toEqual([]);
    expect(await documents.match(10, ['dept', 'strasse'], ['year', '2027'])).toEqual([]);
    expect(await documents.match(10, ['dept', 'strass'])).toEqual([]);
    expect(await documents.match(10)).toEqual([]);
  });

  it('have each of two pairs with one value, or with one key', async () => {
    const [documents, a, b] = await labelled(
      [
        ['k', 'v'],
        ['l', 'V'],
      ],
      [
        ['k', 'v'],
        ['k', 'w'],
      ],
      [['k', 'v']],
      [['k', 'w']],
    );
    expect(idsOf(await documents.match(10, ['k', 'v'], ['l', 'v']))).toEqual([a]);
    expect(idsOf(await documents.match(10, ['k', 'W'], ['k', 'v'], ['k', 'V']))).toEqual([b]);
  });

  it('are lists of documents, so many at most', async () => {
    const labels = Array.from({ length: 5 }, (): Pair[] => [['k', '']]);
    const [documents, ...all] = await labelled(...labels);
    const found = await documents.match(3, ['k', '']);
    expect(idsOf(found)).toEqual(all.toReversed().slice(0, 3));
    expect(found).toEqual((await documents.filter([''])).results.slice(0, 3));
    expect((await faultOf(documents.match(101, ['k', '']))).fields).toHaveProperty('limit');
    expect((await faultOf(documents.match(0, ['k', '']))).fields).toHaveProperty('limit');
  });

  it('are no longer found once they are deleted, or lose the pair', async () => {
    const [documents, a = '', b = '', c] = await labelled([['k', 'v']], [['k', 'v']], [['k', 'v']]);
    await documents.remove(a);
    await documents.removePair(b, 'k', 'v');
    expect(idsOf(await documents.match(10, ['k', 'v']))).toEqual([c]);
  });

  it('belong to the project alone', async () => {
    const [foreign] = await labelled([['k', 'shared']]);
    const [documents] = await labelled([['k', 'other']]);
    expect(await documents.match(10, ['k', 'shared'])).toEqual([]);
    expect(await foreign.match(10, ['k', 'shared'])).toHaveLength(1);
  });
});

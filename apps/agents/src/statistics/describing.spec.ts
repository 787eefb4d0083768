import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BlobStore, FolderBlobStore, StoreSilent, SystemClock } from '@pks/platform';
import { silentLog } from '@pks/testing';
import { Describing } from './describing.ts';
import type { Question } from './question.ts';

const NEVER = {
  projectId: 'a project',
  signal: new AbortController().signal,
  assertMayView: async () => undefined,
};
const CSV: Question = { format: 'csv', columns: null, group_by: [], quantiles: [0.5], top_values: 1 };
const JSON_LIST: Question = { ...CSV, format: 'json' };

describe('describing', () => {
  let folder = '';
  let blobs: BlobStore;
  let describing: Describing;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pks-describing-'));
    blobs = await FolderBlobStore.openWritable(folder);
    describing = new Describing(blobs, new SystemClock(), silentLog());
  });

  afterAll(async () => {
    await describing.onModuleDestroy();
    await rm(folder, { recursive: true });
  });

  const describeText = async (content: string | Buffer, question: Question, terms = NEVER) => {
    await blobs.put('file', Readable.from([Buffer.from(content)]));
    return describing.describe('file', question, terms);
  };

  it('describes the columns of a CSV', async () => {
    const csv = 'department,"amount, in EUR",note\nsales,10,"a ""b""\nc"\nsales,20,\nlegal, ,x\n';
    await expect(describeText(csv, CSV)).resolves.toEqual([
      {
        column: 'department',
        type: 'text',
        count: 3,
        missing: 0,
        distinct: 2,
        distinct_is_estimated: false,
        numeric_count: 0,
        min: 'legal',
        max: 'sales',
        mean: null,
        standard_deviation: null,
        quantiles: null,
        top_values: [{ value: 'sales', count: 2 }],
      },
      {
        column: 'amount, in EUR',
        type: 'number',
        count: 2,
        missing: 1,
        distinct: 2,
        distinct_is_estimated: false,
        numeric_count: 2,
        min: 10,
        max: 20,
        mean: 15,
        standard_deviation: Math.sqrt(50),
        quantiles: { '0.5': 15 },
        top_values: [{ value: '10', count: 1 }],
      },
      expect.objectContaining({
        column: 'note',
        count: 2,
        missing: 1,
        top_values: [{ value: 'a "b"\nc', count: 1 }],
      }),
    ]);
  });

  it.each<[string, string | Buffer]>([
    ['with a byte order mark', '\uFEFFname,x\nMünchen,1.5\n'],
    ['with semicolons and decimal commas', 'name;x\nMünchen;1,5\n'],
    ['with tabs', 'name\tx\r\nMünchen\t1.5\r\n'],
    ['after empty lines', '\r\n\nname\tx\r\nMünchen\t1.5\r\n'],
    ['in UTF-16', Buffer.from('\uFEFFname,x\nMünchen,1.5\n', 'utf16le')],
    ['in windows-1252', Buffer.from('name,x\nMünchen,1.5\n', 'latin1')],
    ['with rows that are too short or too long', 'name,x\nMünchen,1.5,more\n'],
  ])('reads a CSV %s', async (_name, content) => {
    await expect(describeText(content, CSV)).resolves.toMatchObject([
      { column: 'name', min: 'München', count: 1 },
      { column: 'x', mean: 1.5, count: 1 },
    ]);
  });

  it.each(['a;b', 'a\tb', 'a;b;c'])('reads a CSV with one column whose values are like %j', async (value) => {
    const [column, ...more] = await describeText(`\r\nname\r\n${value}\r\n`, CSV);
    expect([column, more]).toEqual([
      expect.objectContaining({ column: 'name', top_values: [{ value, count: 1 }] }),
      [],
    ]);
  });

  it('names columns that have no name, or that of another', async () => {
    const columns = await describeText('a,,a\n1,2,3\n', CSV);
    expect(columns.map(({ column }) => column)).toEqual(['a', 'column 2', 'a (2)']);
  });

  it('describes the fields of objects, in a list or in lines', async () => {
    const objects = [
      { a: 1, b: 'x' },
      { a: 3, c: [1] },
      { a: 'n/a', b: null },
    ];
    const expected = [
      { column: 'a', type: 'mixed', count: 3, missing: 0, numeric_count: 2, mean: 2, min: 1, max: 3 },
      { column: 'b', type: 'text', count: 1, missing: 2 },
      { column: 'c', type: 'object', count: 1, missing: 2, top_values: [{ value: '[1]', count: 1 }] },
    ];
    const lines = objects.map((each) => JSON.stringify(each)).join('\n');
    await expect(describeText(JSON.stringify(objects), JSON_LIST)).resolves.toMatchObject(expected);
    await expect(describeText(lines, JSON_LIST)).resolves.toMatchObject(expected);
  });

  it('describes some columns, by group', async () => {
    const csv = 'city,year,x,y\nRome,2025,1,9\nRome,2025,3,9\nOslo,2025,5,9\n,2025,7,9\n';
    const question = { ...CSV, columns: ['x'], group_by: ['city', 'year'] };
    const of = (mean: number, rows: number) => ({
      rows,
      is_rest: false,
      columns: { x: { mean, count: rows } },
    });
    const groups = await describeText(csv, question);
    expect(groups).toMatchObject([
      { group: { city: 'Rome', year: '2025' }, ...of(2, 2) },
      { group: { city: 'Oslo', year: '2025' }, ...of(5, 1) },
      { group: { city: null, year: '2025' }, ...of(7, 1) },
    ]);
    expect(Object.keys(Object(groups[0]?.['columns']))).toEqual(['x']);
  });

  it('tells groups apart whose values have the same beginning', async () => {
    const long = 'x'.repeat(100);
    const groups = await describeText(`key,x\n${long}a,1\n${long}b,2\n${long}a,3\n${long},4\n`, {
      ...CSV,
      group_by: ['key'],
    });
    expect(groups).toMatchObject([
      { group: { key: `${long}…` }, rows: 2, columns: { x: { mean: 2 } } },
      { group: { key: `${long}…` }, rows: 1, columns: { x: { mean: 2 } } },
      { group: { key: long }, rows: 1 },
    ]);
  });

  it('describes the groups after the first 1,000 together', async () => {
    const rows = Array.from({ length: 1_500 }, (_none, at) => `group ${at},${at}\n`);
    const groups = await describeText(`key,x\n${rows.join('')}`, { ...CSV, group_by: ['key'] });
    expect(groups).toHaveLength(1_001);
    expect(groups.at(-1)).toMatchObject({
      group: null,
      is_rest: true,
      rows: 500,
      columns: { x: { min: 1_000 } },
    });
  });

  it.each<[string, Question, string, string]>([
    ['', CSV, 'no_data', 'The document has no rows.'],
    ['a,b\n', CSV, 'no_data', 'The document has no rows.'],
    ['[]', JSON_LIST, 'no_data', 'The document has no rows.'],
    ['a\n1\n', { ...CSV, columns: ['b'] }, 'unknown_column', 'The document has no column "b".'],
    ['[{"a":1}]', { ...JSON_LIST, group_by: ['b'] }, 'unknown_column', 'The document has no column "b".'],
    ['a,b\n"x"y,2\n', CSV, 'malformed_document', 'after its closing quote'],
    ['a,b\n"x', CSV, 'malformed_document', 'a quote is never closed'],
    ['[{"a":1},{"b":}]', JSON_LIST, 'malformed_document', 'Object 2 of the JSON is broken.'],
    ['{"a":'.repeat(200_000), JSON_LIST, 'malformed_document', 'nested more than 100 levels'],
    [','.repeat(5_000_000), CSV, 'malformed_document', 'a row is longer than'],
    [`a\n${'x'.repeat(3_000_000)}`, CSV, 'malformed_document', 'a row is longer than'],
    [Array.from({ length: 1_001 }, (_none, at) => at).join(','), CSV, 'malformed_document', '1,000 columns'],
  ])('refuses %.30j', async (content, question, error_code, sentence) => {
    await expect(describeText(content, question)).rejects.toMatchObject({
      data: { kind: 'invalid', message: expect.stringContaining(sentence), details: { error_code } },
    });
  });

  it('refuses a document whose file is gone', async () => {
    await expect(describing.describe('nothing', CSV, NEVER)).rejects.toMatchObject({
      data: { kind: 'invalid', details: { error_code: 'no_file' } },
    });
  });

  it.each([
    ['deadline_exceeded', 'says nothing', new StoreSilent()],
    ['unavailable', 'fails', new Error('Connection refused.')],
  ])('is %s while the store %s, and gives it the time of the run', async (kind, _, error) => {
    const get = jest.spyOn(blobs, 'get').mockRejectedValueOnce(error);
    await expect(describing.describe('file', CSV, NEVER)).rejects.toMatchObject({ data: { kind } });
    expect(get).toHaveBeenCalledWith('file', undefined, NEVER.signal);
  });

  it.each([
    ['deadline_exceeded', 'says nothing', new StoreSilent()],
    ['unavailable', 'fails', new Error('Connection reset.')],
  ])('is %s while the store %s in the middle of a file', async (kind, _, error) => {
    async function* broken() {
      yield Buffer.from('a\n1\n');
      throw error;
    }
    jest.spyOn(blobs, 'get').mockResolvedValueOnce(Readable.from(broken()));
    await expect(describing.describe('file', CSV, NEVER)).rejects.toMatchObject({ data: { kind } });
  });

  describe('of a run that has to end', () => {
    const log = silentLog();
    const complaints = jest.spyOn(log, 'error');
    const caller = new AbortController();
    let store: BlobStore;
    let one: Describing;

    beforeEach(async () => {
      store = await FolderBlobStore.openWritable(folder);
      one = new Describing(store, new SystemClock(), log);
    });

    afterEach(() => one.onModuleDestroy());

    it('reads nothing where that waits, and leaves its place to the next one', async () => {
      const stored = Promise.withResolvers<Readable>();
      const get = jest.spyOn(store, 'get').mockReturnValueOnce(stored.promise);
      get.mockResolvedValueOnce(Readable.from(['a\n3\n']));
      const first = one.describe('first', CSV, NEVER);
      const second = one.describe('second', CSV, { ...NEVER, signal: caller.signal });
      const third = one.describe('third', CSV, NEVER);
      caller.abort();
      await expect(second).rejects.toMatchObject({ data: { kind: 'deadline_exceeded' } });
      stored.resolve(Readable.from(['a\n1\n']));
      await expect(Promise.all([first, third])).resolves.toMatchObject([[{ min: 1 }], [{ min: 3 }]]);
      expect(get.mock.calls.map(([key]) => key)).toEqual(['first', 'third']);
      expect(complaints).not.toHaveBeenCalled();
    });

    it('complains about no file where the store is asked meanwhile', async () => {
      jest.spyOn(store, 'get').mockImplementationOnce((_key, _range, signal) => {
        const { promise, reject } = Promise.withResolvers<Readable>();
        signal?.addEventListener('abort', () => reject(signal.reason));
        return promise;
      });
      const run = new AbortController();
      const described = one.describe('file', CSV, { ...NEVER, signal: run.signal });
      run.abort();
      await expect(described).rejects.toMatchObject({ data: { kind: 'deadline_exceeded' } });
      expect(complaints).not.toHaveBeenCalled();
    });
  });

  it('ends when the run has to end', async () => {
    const late = { ...NEVER, signal: AbortSignal.abort() };
    await expect(describeText('a\n1\n', CSV, late)).rejects.toMatchObject({
      data: { kind: 'deadline_exceeded' },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestDatabase, rowsRead } from '@pks/testing';
import { Database, contains, containsUnindexed, containing, statement } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const LINES = [
  'πελάτες',
  'ΠΕΛΆΤΕΣ',
  'οι πελάτεσ μας',
  'πελάτε_',
  'Straße',
  'STRASSE',
  'cess',
  'Σ',
  'ς%',
  'plain 3001ς',
  'Данные',
  '数据库',
];

const FORMS = ['NFC', 'NFD'];
/** The accent of the first letter is a character of its own, that of the second is not: the text is in no form of Unicode. */
const MIXED = `${'é'.normalize('NFD')}${'é'.normalize('NFC')} ab`;
const ENCODED = ['ガイドブック', 'cet été', 'đơn nghỉ phép', '휴가를', '100% é_', MIXED];
const WRITTEN = [...LINES, MIXED, ...FORMS.flatMap((form) => ENCODED.map((line) => line.normalize(form)))];

const TABLE = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE TABLE lines (line text NOT NULL);
  INSERT INTO lines SELECT 'plain ' || n FROM generate_series(1, 3000) n;
  CREATE INDEX lines_text ON lines USING gin (lower(line) public.gin_trgm_ops)`;

const searchOf = (name: string, condition: string) =>
  statement<{ line: string }>(name, `SELECT line FROM lines WHERE ${condition} ORDER BY line COLLATE "C"`);
const INDEXED = searchOf('lines_indexed', contains('line'));
const UNINDEXED = searchOf('lines_unindexed', containsUnindexed('line'));

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  await database.manager.query(TABLE);
  await database.manager.query('INSERT INTO lines SELECT unnest($1::text[])', [WRITTEN]);
  await database.manager.query('VACUUM ANALYZE lines');
});
afterAll(() => close());

describe('a text that contains another', () => {
  const GREEK = ['οι πελάτεσ μας', 'πελάτες', 'ΠΕΛΆΤΕΣ'];
  it.each([
    ['ΠΕΛΆΤΕΣ', GREEK],
    ['πελάτες', GREEK],
    ['λάτεσ', GREEK],
    ['Σ', [...GREEK, 'Σ', 'ς%', 'plain 3001ς']],
    ['σ%', ['ς%']],
    ['τε_', ['πελάτε_']],
    ['ΣΣ', []],
    ['sse', ['STRASSE']],
    ['ß', ['Straße']],
    ['ces', ['cess']],
    ['plain 2999', ['plain 2999']],
  ])('is found by %s in any case, a sigma also at the end of its word', async (text, found) => {
    const expected = found.toSorted();
    for (const search of [INDEXED, UNINDEXED]) {
      for (const form of FORMS) {
        const rows = await database.rows(search, { pattern: containing(text.normalize(form)) });
        expect(rows.map(({ line }) => line)).toEqual(expected);
      }
    }
  });

  it.each([
    ['ガイド', ['ガイドブック']],
    ['ÉTÉ', ['cet été']],
    ['nghỉ phép', ['đơn nghỉ phép']],
    ['휴가', ['휴가를']],
    ['100% é_', ['100% é_']],
  ])('is found by %s in either encoding', async (text, found) => {
    const encoded = FORMS.flatMap((form) => found.map((line) => line.normalize(form)));
    for (const search of [INDEXED, UNINDEXED]) {
      for (const form of FORMS) {
        const rows = await database.rows(search, { pattern: containing(text.normalize(form)) });
        expect(rows.map(({ line }) => line)).toEqual(encoded.toSorted());
      }
    }
  });

  it('is found in each form where it is given in none of them', async () => {
    for (const search of [INDEXED, UNINDEXED]) {
      const rows = await database.rows(search, { pattern: containing(MIXED) });
      expect(rows.map(({ line }) => line)).toEqual(
        [MIXED, ...FORMS.map((form) => MIXED.normalize(form))].toSorted(),
      );
    }
  });

  it('is not found, or its opposite is, where it is missing, however it is encoded', async () => {
    const opposite = searchOf('lines_opposite', `NOT ${contains('line')}`);
    for (const text of ['plain', 'ガイド', 'ガイド'.normalize('NFD')]) {
      const [found, others] = await Promise.all(
        [INDEXED, opposite].map((search) => database.rows(search, { pattern: containing(text) })),
      );
      expect(found?.length).toBeGreaterThan(0);
      expect([found, others].flat()).toHaveLength(3_000 + WRITTEN.length);
    }
  });

  it.each([
    ['plain 2999', 1],
    ['数据库', 1],
    ['ガイド', 2],
    ['ガイド'.normalize('NFD'), 2],
  ])('%s is looked up in the index once for each encoding', async (text, conditions) => {
    const plan: object[] = await database.manager.query(`EXPLAIN ${INDEXED.text}`, [containing(text)]);
    expect(JSON.stringify(plan).match(/Index Cond/g)).toHaveLength(conditions);
  });

  it.each(['force_custom_plan', 'force_generic_plan'])('is found by the index (%s)', async (mode) => {
    const encoded = FORMS.flatMap((form) => ['été', 'ガイド', 'nghỉ'].map((text) => text.normalize(form)));
    for (const text of ['PLAIN 3001Σ', 'plain 2999', 'ΠΕΛΆΤΕΣ', 'ДАННЫЕ', '数据库', ...encoded]) {
      expect(database.findingOf(text)).toBe('indexed');
      const read = await rowsRead(database, ['lines'], async () => {
        await database.manager.query(`SET LOCAL plan_cache_mode = ${mode}`);
        expect(await database.rows(INDEXED, { pattern: containing(text) })).not.toEqual([]);
      });
      expect(read).toBeLessThan(20);
    }
  });
});

describe('a database whose character type is C', () => {
  it('finds words of other scripts among the newest records', async () => {
    const { url, drop } = await emptyDatabase(`TEMPLATE template0 LC_CTYPE 'C'`);
    const options = { ...keeperSchema, url, poolSize: 2, migrate: true, rowSecurity: true, name: 'test' };
    const own = new Database(options, capturedLog().log);
    await own.open();
    expect(['plain', 'данные', '数据库', ''].map((text) => own.findingOf(text))).toEqual([
      'indexed',
      'newest',
      'newest',
      null,
    ]);
    await own.close();
    await drop();
  });
});

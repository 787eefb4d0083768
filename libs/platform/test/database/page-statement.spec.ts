import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cloneDatabase, type TestDatabase } from '@pks/testing';
import { Database, type PageQuery, containing, pageOf, pageStatement, statement } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const THINGS = `SELECT n AS id, 'thing ' || n AS name FROM generate_series(1, 5) n WHERE n > :above`;

let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase(keeperSchema);
  const options = { ...keeperSchema, url: clone.url, poolSize: 1, migrate: false, name: 'test' };
  database = new Database(options, capturedLog().log);
  await database.open();
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

interface Thing {
  readonly id: number;
  readonly name: string;
}

async function list(name: string, query: PageQuery, values: object): Promise<unknown> {
  return pageOf(await database.rows(pageStatement<Thing>(name, query), values));
}

describe('a list', () => {
  const query = { results: THINGS, order: 'id DESC' };

  it('returns a page in its order, with the total', async () => {
    expect(await list('things', query, { above: 1, limit: 2, offset: 1 })).toEqual({
      count: 4,
      results: [
        { id: 4, name: 'thing 4' },
        { id: 3, name: 'thing 3' },
      ],
    });
  });

  it('returns the total also past the end', async () => {
    expect(await list('things', query, { above: 1, limit: 2, offset: 4 })).toEqual({ count: 4, results: [] });
    expect(await list('things', query, { above: 9, limit: 2, offset: 0 })).toEqual({ count: 0, results: [] });
  });

  it('may have its total from elsewhere', async () => {
    const stored = { ...query, total: 'SELECT 77 AS total' };
    expect(await list('stored', stored, { above: 4, limit: 2, offset: 0 })).toEqual({
      count: 77,
      results: [{ id: 5, name: 'thing 5' }],
    });
    const missing = pageStatement<Thing>('missing', { ...query, total: 'SELECT 1 AS total WHERE false' });
    expect(await database.rows(missing, { above: 0, limit: 2, offset: 0 })).toEqual([]);
  });

  it('may read its page in the order of an index, and count its results apart', async () => {
    await database.manager.query('CREATE TABLE indexed_things (id integer PRIMARY KEY)');
    await database.manager.query('INSERT INTO indexed_things SELECT generate_series(1, 5000)');
    await database.manager.query('ANALYZE indexed_things');
    const indexed = { results: 'SELECT id FROM indexed_things', order: 'id', indexed: true } as const;
    const range = { limit: 2, offset: 1 };
    expect(await list('indexed', indexed, range)).toEqual({ count: 5000, results: [{ id: 2 }, { id: 3 }] });
    expect(await list('indexed', indexed, { limit: 2, offset: 5000 })).toEqual({ count: 5000, results: [] });
    const { text } = pageStatement('indexed', indexed);
    const explain = statement<object>('explain', `EXPLAIN ${text.replace('$1', '2').replace('$2', '1')}`);
    const plan = (await database.rows(explain, []))
      .flatMap((row) => Object.values(row) as string[])
      .join('\n');
    expect(plan).toMatch(/Limit .*\n *-> +Index Only Scan/);
  });

  it('may keep its results narrow, and look up only the rows of the page', async () => {
    const narrow = {
      with: 'words AS (SELECT 5 AS id, 2 AS rank UNION ALL SELECT 7, 1 UNION ALL SELECT 6, 3)',
      results: 'SELECT id, rank FROM words',
      order: 'rank, id',
      show: `SELECT page.id, 1 / (page.id - 6) AS name`,
    };
    expect(await list('narrow', narrow, { limit: 2, offset: 0 })).toEqual({
      count: 3,
      results: [
        { id: 7, name: 1 },
        { id: 5, name: -1 },
      ],
    });
  });
});

describe('a search', () => {
  it.each([
    ['50%', ['at 50% off']],
    ['a_b', ['a_b']],
    ['\\', ['c:\\d']],
  ])('for %s finds that text alone', async (text, found) => {
    const search = statement<{ word: string }>(
      'search',
      `SELECT word FROM unnest(:words::text[]) word WHERE word LIKE :pattern`,
    );
    const words = ['at 50% off', 'at 500 off', 'a_b', 'axb', 'c:\\d', 'c:d'];
    const rows = await database.rows(search, { words, pattern: containing(text) });
    expect(rows.map(({ word }) => word)).toEqual(found);
  });
});

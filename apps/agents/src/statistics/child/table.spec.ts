import { describe, expect, it } from '@jest/globals';
import type { Question } from '../question.ts';
import { fieldOf } from './cell-value.ts';
import { Table } from './table.ts';

const ALL: Question = { format: 'json', columns: null, group_by: [], quantiles: [0.5], top_values: 1 };

type Row = Readonly<Record<string, unknown>>;

function addTo(table: Table, row: Row): void {
  const cells = Object.entries(row).flatMap(([name, field]) => {
    const [place, value] = [table.placeOf(name), fieldOf(field)];
    return value ? [[place, value] as const] : [];
  });
  table.add(new Map(cells));
}

function described(rows: readonly Row[], question: Partial<Question> = {}) {
  const table = new Table({ ...ALL, ...question });
  for (const row of rows) addTo(table, row);
  return [...table.describe()];
}

function rowsOf<T>(length: number, rowAt: (at: number) => T): readonly T[] {
  return Array.from({ length }, (_none, at) => rowAt(at));
}

const wide = (length: number) => Object.fromEntries(rowsOf(length, (at) => [`c${at}`, at]));

describe('a table', () => {
  it('has 1,000 columns at most', () => {
    expect(described([wide(1_000)])).toHaveLength(1_000);
    expect(() => described([wide(1_001)])).toThrow('The document has more than 1,000 columns.');
  });

  it('describes columns that have no values, and says what they are', () => {
    const rows = [{ a: null, b: 1, c: true, d: '2024-01-01' }, { b: 'x' }];
    expect(described(rows)).toEqual([
      {
        column: 'a',
        type: 'empty',
        count: 0,
        missing: 2,
        distinct: 0,
        distinct_is_estimated: false,
        numeric_count: 0,
        min: null,
        max: null,
        mean: null,
        standard_deviation: null,
        quantiles: null,
        top_values: [],
      },
      expect.objectContaining({ column: 'b', type: 'mixed', count: 2, numeric_count: 1, min: 1, max: 1 }),
      expect.objectContaining({ column: 'c', type: 'boolean', min: 'true', max: 'true' }),
      expect.objectContaining({ column: 'd', type: 'date', min: '2024-01-01', max: '2024-01-01' }),
    ]);
  });

  it('shows the first 100 characters of the smallest and the largest text, and no half of a character', () => {
    const [a, b] = ['a'.repeat(100), `b${'b'.repeat(98)}😀`];
    expect(described([{ x: a }, { x: b }])).toMatchObject([{ min: a, max: `b${'b'.repeat(98)}\uFFFD` }]);
    expect(described([{ x: `${a}a` }, { x: '\ud800' }])).toMatchObject([{ min: a, max: '\uFFFD' }]);
    expect(described([{ x: '\ud800' }])).toMatchObject([{ top_values: [{ value: '\uFFFD' }] }]);
    expect(described([{ x: b }])).toMatchObject([{ top_values: [{ value: `b${'b'.repeat(98)}\uFFFD…` }] }]);
  });

  it('shows 100 characters of a value, and no more', () => {
    const [short, long] = ['x'.repeat(100), 'x'.repeat(101)];
    expect(described([{ x: short }])).toMatchObject([{ top_values: [{ value: short }] }]);
    expect(described([{ x: long }])).toMatchObject([{ top_values: [{ value: `${short}…` }] }]);
  });

  it('has quantiles by the shares that were asked for', () => {
    const question = { quantiles: [0, 0.125, 0.9999, 1] };
    expect(described([{ x: 0 }, { x: 8 }], question)).toMatchObject([
      { quantiles: { '0': 0, '0.125': 1, '0.9999': 7.9992, '1': 8 } },
    ]);
  });

  it('has exact quantiles for 2,000 numbers, and 500 in a group', () => {
    // The median lies between two numbers that are far from each other.
    const rows = (half: number) => rowsOf(2 * half, (at) => ({ key: 1, x: at < half ? 0 : at * 1_000 }));
    const middle = (half: number) => (half * 1_000) / 2;
    expect(described(rows(1_000), { columns: ['x'] })).toMatchObject([
      { quantiles: { '0.5': middle(1_000) } },
    ]);
    expect(described(rows(250), { group_by: ['key'] })).toMatchObject([
      { columns: { x: { quantiles: { '0.5': middle(250) } } } },
    ]);
  });

  it('counts 1,000 different values of a column, and 50 in a group', () => {
    const rows = (length: number) => rowsOf(length, (at) => ({ key: 1, x: `x${at}` }));
    const ofX = (length: number, question: Partial<Question>) =>
      described(rows(length), { columns: ['x'], ...question });
    const exact = (distinct: number) => ({ distinct, distinct_is_estimated: false });
    const estimated = { distinct_is_estimated: true };
    expect(ofX(1_000, {})).toMatchObject([{ ...exact(1_000), top_values: [{ value: 'x0', count: 1 }] }]);
    expect(ofX(1_001, {})).toMatchObject([{ ...estimated, top_values: null }]);
    expect(ofX(50, { group_by: ['key'] })).toMatchObject([{ columns: { x: exact(50) } }]);
    expect(ofX(51, { group_by: ['key'] })).toMatchObject([{ columns: { x: estimated } }]);
  });

  it('counts 100,000 different values of all columns together', () => {
    const columns = rowsOf(101, (at) => `c${at}`);
    const rows = rowsOf(1_000, (at) => Object.fromEntries(columns.map((name) => [name, `${at}`])));
    const estimated = described(rows).filter((column) => column['distinct_is_estimated']);
    expect(estimated.length).toBeGreaterThan(0);
    const fewer = rows.map(({ c100: _left, ...row }) => row);
    expect(described(fewer).filter((column) => column['distinct_is_estimated'])).toEqual([]);
  });

  it('begins with 20 of its columns where one is unknown, each with 100 characters', () => {
    const long = 'y'.repeat(101);
    const names = rowsOf(18, (at) => `"c${at}"`).join(', ');
    const row = { ...wide(18), [long]: 1, last: 2, more: 3 };
    const sentence = `The document has no column "z". Its columns begin with ${names}, "${'y'.repeat(100)}", "last".`;
    for (const question of [{ columns: ['z'] }, { group_by: ['c1', 'z'] }])
      expect(() => described([row], question)).toThrow(sentence);
  });
});

describe('the groups of a table', () => {
  it('are told apart by each of their values, and by none', () => {
    const rows = [
      { a: 'x,y', b: 'z' },
      { a: 'x', b: 'y,z' },
      { a: 'null', b: 'z' },
      { b: 'z' },
      { a: 'x', b: 'y,z' },
    ];
    const groups = described(rows, { group_by: ['a', 'b'] });
    expect(groups).toEqual([
      { group: { a: 'x,y', b: 'z' }, is_rest: false, rows: 1, columns: {} },
      { group: { a: 'x', b: 'y,z' }, is_rest: false, rows: 2, columns: {} },
      { group: { a: 'null', b: 'z' }, is_rest: false, rows: 1, columns: {} },
      { group: { a: null, b: 'z' }, is_rest: false, rows: 1, columns: {} },
    ]);
  });

  it('have columns that only others have values of, without those that make groups', () => {
    const groups = described([{ key: 1, x: 2 }, { key: 2 }, { key: 2, x: null }], { group_by: ['key'] });
    expect(groups).toMatchObject([
      { columns: { x: { type: 'number', count: 1, missing: 0 } } },
      { rows: 2, columns: { x: { type: 'empty', count: 0, missing: 2 } } },
    ]);
    expect(groups.map(({ columns }) => Object.keys(Object(columns)))).toEqual([['x'], ['x']]);
  });

  it('have a column that makes them where it is asked for', () => {
    const question = { group_by: ['key'], columns: ['key'] };
    expect(described([{ key: 7, x: 2 }], question)).toMatchObject([
      { group: { key: '7' }, columns: { key: { mean: 7 } } },
    ]);
  });

  it('are 1,000, and no rest where there are no more', () => {
    const rows = rowsOf(1_000, (at) => ({ key: at, x: at }));
    const groups = described(rows, { group_by: ['key'] });
    expect(groups).toHaveLength(1_000);
    expect(groups.at(-1)).toMatchObject({ group: { key: '999' }, is_rest: false });
  });

  it('are fewer where they have many columns: 5,000 together', () => {
    const columns = wide(100);
    const rows = rowsOf(52, (at) => ({ ...columns, key: at }));
    const groups = described(rows, { group_by: ['key'] });
    expect(groups).toHaveLength(51);
    expect(groups.slice(-2)).toMatchObject([
      { group: { key: '49' }, rows: 1 },
      { group: null, is_rest: true, rows: 2, columns: { c0: { count: 2 } } },
    ]);
  });

  it('are refused where columns come later that make them too large', () => {
    const first = rowsOf(1_000, (at) => ({ key: at }));
    const late = (length: number) => [...first, { key: 0, ...wide(length) }];
    expect(described(late(10), { group_by: ['key'] })).toHaveLength(1_000);
    expect(() => described(late(11), { group_by: ['key'] })).toThrow(
      expect.objectContaining({
        code: 'too_large',
        message: 'The document has too many columns to be grouped: name some in `columns`.',
      }),
    );
  });
});

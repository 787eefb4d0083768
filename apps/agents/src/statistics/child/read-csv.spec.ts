import { describe, expect, it } from '@jest/globals';
import type { Question } from '../question.ts';
import { readCsv } from './read-csv.ts';
import { Table } from './table.ts';

const ALL: Question = { format: 'csv', columns: null, group_by: [], quantiles: [0.5], top_values: 9 };

async function* piecesOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function describedIn(text: string, question: Partial<Question> = {}, size = 1 << 16) {
  const table = new Table({ ...ALL, ...question });
  await readCsv(piecesOf(text, size), table);
  return [...table.describe()];
}

async function namesIn(text: string): Promise<readonly unknown[]> {
  const columns = await describedIn(`${text}\n1\n`);
  return columns.map(({ column }) => column);
}

describe('the rows of a CSV', () => {
  it.each([
    ['\n', '\r\n'],
    ['\r\n', '\n'],
    ['\n', '\r'],
    ['\r', '\r'],
    ['\r\r\n', '\n\n'],
  ])('end with %j as well as with %j', async (one, other) => {
    const text = `city,x${one}"Rome","1"${other}Oslo,"2"${one}"a${one}b",3${other}Rome,4`;
    for (const size of [1, 2, 100]) {
      await expect(describedIn(text, {}, size)).resolves.toMatchObject([
        { column: 'city', count: 4, distinct: 3, top_values: [{ value: 'Rome', count: 2 }, {}, {}] },
        { column: 'x', numeric_count: 4, mean: 2.5 },
      ]);
    }
  });

  it('have values that are empty, in quotes too, and none where the line is empty', async () => {
    await expect(describedIn('a\n1\n\n""\n \n2\n')).resolves.toMatchObject([{ count: 2, missing: 2 }]);
  });

  it.each([
    ['a;b\n1,5;x\n', 1.5],
    ['a\tb\n1,5\tx\n', 1.5],
    ['a,b\n"1,5",x\n', null],
    ['a;b\n1.5;x\n', 1.5],
  ])('have decimal commas where the delimiter is none: %j', async (text, mean) => {
    await expect(describedIn(text)).resolves.toMatchObject([{ column: 'a', mean }, { column: 'b' }]);
  });

  it.each([
    ['a;b;c,d', ['a', 'b', 'c,d']],
    ['a,b;c', ['a', 'b;c']],
    ['"a,b,c";d', ['a,b,c', 'd']],
    ['"a ""b,"" c,";d', ['a "b," c,', 'd']],
    ['a,b\rc;d;e;f', ['a', 'b']],
    [' a , b', ['a', 'b']],
    ['a,a,a', ['a', 'a (2)', 'a (3)']],
    ['a,a (2),a', ['a', 'a (2)', 'a (3)']],
    [',column 1, ', ['column 1', 'column 1 (2)', 'column 3']],
  ])('have the columns of the first one: %j', async (header, names) => {
    await expect(namesIn(header)).resolves.toEqual(names);
  });

  it.each([
    [
      'a,b\n1,2\n"x"y,2\n',
      'Line 3 of the CSV cannot be read: a quoted value goes on after its closing quote.',
    ],
    ['a,b\n1,"2\n', 'Line 2 of the CSV cannot be read: a quote is never closed.'],
    ['a,b\n1,2"\n', 'Line 2 of the CSV cannot be read: an unquoted value contains a quotation mark.'],
    [
      `a\n${'x'.repeat(2 ** 20 + 2)}\n`,
      'Line 2 of the CSV cannot be read: a row is longer than 1,048,576 bytes.',
    ],
    [','.repeat(3_000_000), 'The CSV cannot be read: a row is longer than 1,048,576 bytes.'],
    ['a,'.repeat(250_000), 'The document has more than 1,000 columns.'],
  ])('are refused: %.20j', async (text, sentence) => {
    await expect(describedIn(text)).rejects.toMatchObject({ message: sentence, code: 'malformed_document' });
  });

  it('may have 1,048,576 bytes', async () => {
    await expect(describedIn(`a\n${'x'.repeat(2 ** 20)}\n`)).resolves.toMatchObject([{ count: 1 }]);
  });

  it('need none for what is wrong with the question', async () => {
    const missing = { code: 'unknown_column' };
    await expect(describedIn('a,b\n', { columns: ['c'] })).rejects.toMatchObject(missing);
    await expect(describedIn('a,b\n', { group_by: ['c'] })).rejects.toMatchObject(missing);
    await expect(describedIn('', { columns: ['c'] })).rejects.toMatchObject({ code: 'no_data' });
  });
});

describe('the first line of a CSV', () => {
  it.each([
    ['sep=;\r\na;x\r\n1;2,5\r\n', ['a', 'x'], 2.5],
    ['SEP=|\na|x\n"1|;5"|4\n', ['a', 'x'], 4],
    ['sep=,x\n1,3\n', ['sep=', 'x'], 3],
  ])('may declare the delimiter: %j', async (text, columns, mean) => {
    const described = await describedIn(text);
    expect(described.map(({ column }) => column)).toEqual(columns);
    expect(described.at(-1)).toMatchObject({ column: 'x', mean });
  });
});

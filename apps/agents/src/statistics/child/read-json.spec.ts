import { describe, expect, it } from '@jest/globals';
import type { Question } from '../question.ts';
import { readJson } from './read-json.ts';
import { Table } from './table.ts';

const ALL: Question = { format: 'json', columns: null, group_by: [], quantiles: [], top_values: 9 };

async function describedIn(text: string, question: Partial<Question> = {}) {
  async function* pieces() {
    yield Buffer.from(text);
  }
  const table = new Table({ ...ALL, ...question });
  await readJson(pieces(), table);
  return [...table.describe()];
}

describe('the fields of a JSON', () => {
  it('are told apart by all digits of integers', async () => {
    const ids = '{"id":1234567890123456789}\n{"id":1234567890123456790}\n{"id":-9007199254740993}';
    await expect(describedIn(ids)).resolves.toMatchObject([
      {
        type: 'number',
        distinct: 3,
        numeric_count: 3,
        min: -9007199254740992,
        max: 1234567890123456800,
        top_values: [
          { value: '1234567890123456789' },
          { value: '1234567890123456790' },
          { value: '-9007199254740993' },
        ],
      },
    ]);
    await expect(describedIn(ids, { group_by: ['id'] })).resolves.toHaveLength(3);
  });

  it.each([
    [
      '[{"a":[9007199254740993,{"b":12345678901234567890}]}]',
      '[9007199254740993,{"b":12345678901234567890}]',
    ],
    ['[{"a":1.0,"b":9007199254740993}]', '1'],
    ['[{"a":0.12345678901234567890}]', '0.12345678901234568'],
    ['[{"a":12345678901234567890.0}]', '12345678901234567000'],
    ['[{"a":1e21,"b":9007199254740993}]', '1e+21'],
    ['[{"a":"9007199254740993"}]', '9007199254740993'],
    ['[{"a":9007199254740991}]', '9007199254740991'],
  ])('are shown as what they are: %s', async (text, value) => {
    const [column] = await describedIn(text);
    expect(column).toMatchObject({ column: 'a', top_values: [{ value, count: 1 }] });
  });

  it('are missing where they are null, of white space, or not there', async () => {
    const objects = [{ a: null }, { a: ' ' }, {}, { a: 0 }, { a: false }];
    await expect(describedIn(JSON.stringify(objects))).resolves.toMatchObject([
      { type: 'mixed', count: 2, missing: 3 },
    ]);
  });

  it('are described where they are asked for', async () => {
    const columns = await describedIn('[{"a":1,"b":2,"c":3}]', { columns: ['c', 'a'] });
    expect(columns.map(({ column }) => column)).toEqual(['a', 'c']);
  });

  it.each<[string, Partial<Question>, string, string]>([
    ['[{"a":1},{"a":1]]', {}, 'malformed_document', 'Object 2 of the JSON is broken.'],
    ['[]', { columns: ['a'] }, 'no_data', 'The document has no rows.'],
    ['', { group_by: ['a'] }, 'no_data', 'The document has no rows.'],
    ['[{}]', { columns: ['a'] }, 'unknown_column', 'The document has no column "a". It has no columns.'],
  ])('are refused: %j', async (text, question, code, message) => {
    await expect(describedIn(text, question)).rejects.toMatchObject({ code, message });
  });
});

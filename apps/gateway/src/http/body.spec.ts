import { describe, expect, it } from '@jest/globals';
import { AddMetadata, RunTool, fieldsOf } from '@pks/contracts';
import { Invalid } from '@pks/platform/process';
import { BodyReader } from './body.ts';

const fields = fieldsOf(AddMetadata).filter(({ name }) => name === 'pairs');
const reader = new BodyReader(AddMetadata, fields, 'pairs');

const objects = new BodyReader(
  RunTool,
  fieldsOf(RunTool).filter(({ name }) => name === 'parameters'),
  'parameters',
);

function said(body: unknown, by: BodyReader = reader): object {
  try {
    return by.read(body);
  } catch (error) {
    if (error instanceof Invalid) return error.data.fields ?? {};
    throw error;
  }
}

describe('a body that may be one item or a list of them', () => {
  it('is a list of one, or of all', () => {
    const pair = { key: 'k', value: 'v' };
    expect(said(pair)).toEqual({ pairs: [pair] });
    expect(said([pair, pair])).toEqual({ pairs: [pair, pair] });
    expect(said([])).toEqual({ pairs: [] });
  });

  it.each<[unknown, string[]]>([
    [{}, ['key', 'value']],
    [{ key: '', value: 'v' }, ['key']],
    [{ key: 'k', value: 'v', more: 1 }, ['more']],
    [{ pairs: [] }, ['key', 'value', 'pairs']],
    [
      [
        { key: 'k', value: 'v' },
        { key: 1, value: 'v' },
      ],
      ['1.key'],
    ],
    [[{}], ['0.key', '0.value']],
    [['text'], ['0']],
    [[null], ['0']],
    [Array.from({ length: 101 }, () => ({ key: 'k', value: 'v' })), ['non_field_errors']],
    ['text', ['non_field_errors']],
    [null, ['non_field_errors']],
  ])('that is invalid is refused by its fields, in a list prefixed by their index: %j', (body, keys) => {
    expect(Object.keys(said(body))).toEqual(keys);
  });
});

describe('a body that is any object', () => {
  it.each([{}, { query: 'refunds', top_k: 3 }, { parameters: { query: 'refunds' } }, { a: [{ b: null }] }])(
    'is the whole value: %j',
    (body) => expect(said(body, objects)).toEqual({ parameters: body }),
  );

  it('is empty where none is sent', () => {
    expect(said(undefined, objects)).toEqual({ parameters: {} });
  });

  it.each([[[]], [[{}]], ['text'], [1], [true], [null]])('is refused as a whole: %j', (body) => {
    expect(Object.keys(said(body, objects))).toEqual(['non_field_errors']);
  });
});

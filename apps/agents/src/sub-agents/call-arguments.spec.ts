import { describe, expect, it } from '@jest/globals';
import { argumentsIn } from './call-arguments.ts';

const nested = (depth: number) => `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`;

describe('the arguments of a call', () => {
  it.each([
    ['{"query":"a","top_k":3,"tags":["b",null]}', { query: 'a', top_k: 3, tags: ['b', null] }],
    ['{"a":"😀"}', { a: '😀' }],
    ['', {}],
    [' ', {}],
    [nested(19), JSON.parse(nested(19)) as unknown],
    [`{"a":"${'x'.repeat(19_992)}"}`, { a: 'x'.repeat(19_992) }],
  ])('are a JSON object: %#', (text, value) => expect(argumentsIn(text)).toEqual(value));

  it.each([
    'null',
    '[]',
    '"a"',
    '{"a":',
    '{"a":"\\u0000"}',
    '{"a":["\\ud800"]}',
    '{"\\u0000":1}',
    '{"a":{"\\udfff":1}}',
    nested(20),
    nested(9_990),
    `{"a":"${'x'.repeat(19_993)}"}`,
  ])('are nothing that the API would refuse: %#', (text) => expect(argumentsIn(text)).toBeUndefined());
});

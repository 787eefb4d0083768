import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { MAX_VALUES, isPlainText, readJsonText } from './json-text.ts';

function read(text: string | Uint8Array): unknown {
  return readJsonText(typeof text === 'string' ? Buffer.from(text) : text);
}

function refusal(text: string | Uint8Array): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Invalid) return error.data.fields?.['non_field_errors']?.[0] ?? '';
    throw error;
  }
  return 'taken';
}

describe('JSON in a request', () => {
  it.each([
    ['{"a":[1,-2.5,true,null,"x"]}', { a: [1, -2.5, true, null, 'x'] }],
    [' [] ', []],
    ['"é 😀"', 'é 😀'],
    ['"\\ud83d\\ude00"', '😀'],
    ['1e2', 100],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['0.1', 0.1],
    ['1e-400', 0],
    ['0.12345678901234567890', 0.12345678901234568],
    ['0.30000000000000004', 0.30000000000000004],
  ])('is read: %s', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it('may begin with a byte order mark', () => {
    expect(read(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toEqual({});
  });

  it.each(['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', 'Infinity', '01', 'nul', '{} {}', '﻿﻿{}'])(
    'is refused when it is malformed: %s',
    (text) => {
      expect(refusal(text)).toMatch(/^The body is not valid JSON\./);
    },
  );

  it('is refused with a sentence that can itself be sent, whatever the JSON contains', () => {
    for (const text of ['\0', '{"a":\0}', '"\ud800"', `{"${'x'.repeat(5000)}`]) {
      expect(isPlainText(refusal(text))).toBe(true);
      expect(refusal(text).length).toBeLessThan(300);
    }
  });

  it.each([
    ['a byte that never occurs', [0x22, 0xff, 0x22]],
    ['a cut sequence', [0x22, 0xc3, 0x22]],
    ['an overlong NUL', [0x22, 0xc0, 0x80, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('is refused when it is not UTF-8: %s', (_name, bytes) => {
    expect(refusal(Uint8Array.from(bytes))).toBe('The body is not valid UTF-8.');
  });

  it.each(['"\\u0000"', '{"a":["b\\u0000"]}', '{"a\\u0000":1}', '"\\ud800"', '"\\udc00x"', '{"\\udfff":1}'])(
    'is refused with NUL or a lone surrogate: %s',
    (text) => {
      expect(refusal(text)).toBe('Texts may not contain NUL or lone surrogates.');
    },
  );

  it.each([
    ['{"a":"\\u0000"}', 'a'],
    ['{"a":1,"b":[{"c":"x"},{"c":"\\ud800"}]}', 'b/1/c'],
    ['{"a":{"b\\u0000":1}}', 'a'],
    ['{"\\udc00":"x"}', ''],
    ['"\\u0000"', ''],
  ])('is refused with NUL or a lone surrogate by the place of it: %s', (text, place) => {
    const keyOf = (path: readonly string[]): string => `at ${path.join('/')}`;
    const reading = () => readJsonText(Buffer.from(text), keyOf);
    expect(reading).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({
          fields: { [`at ${place}`]: ['Texts may not contain NUL or lone surrogates.'] },
        }),
      }),
    );
  });

  it.each(['{"__proto__":{}}', '{"a":[{"__proto__":null}]}', '{"__pr\\u006fto__":1}'])(
    'is refused with a key that would change what objects are: %s',
    (text) => {
      expect(refusal(text)).toBe('The key "__proto__" is not allowed.');
    },
  );

  it('keeps keys that only look dangerous', () => {
    expect(read('{"constructor":1,"prototype":2,"toString":3}')).toEqual(
      Object.fromEntries([
        ['constructor', 1],
        ['prototype', 2],
        ['toString', 3],
      ]),
    );
  });

  it.each(['1e400', '-1e400', '9007199254740993', '[9007199254740992]', '{"a":-9007199254740993}', '1e16'])(
    'is refused with a number that would not come back as it was sent: %s',
    (text) => {
      expect(refusal(text)).toMatch(/^Whole numbers beyond 2\^53/);
    },
  );

  it('may be nested 100 levels deep, and not 101', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(refusal(nested(100))).toBe('taken');
    expect(refusal(nested(101))).toBe('The body is nested more than 100 levels deep.');
    expect(refusal('{"a":'.repeat(101) + '1' + '}'.repeat(101))).toMatch(/more than 100 levels/);
  });

  it('may have as many values as its route allows, and no more', () => {
    const items = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 0));
    expect(refusal(items(MAX_VALUES - 1))).toBe('taken');
    expect(refusal(items(MAX_VALUES))).toBe('The body has more than 100,000 JSON values.');
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 0]));
    expect(refusal(JSON.stringify(keys))).toBe('The body has more than 100,000 JSON values.');
  });

  it('nested a million levels deep is refused, and the process survives', () => {
    expect(refusal('['.repeat(1_000_000))).not.toBe('taken');
    expect(refusal('['.repeat(500_000) + ']'.repeat(500_000))).not.toBe('taken');
  });
});

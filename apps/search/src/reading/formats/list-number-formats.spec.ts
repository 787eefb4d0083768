import { describe, expect, it } from '@jest/globals';
import { numberAs } from './list-number-formats.ts';

describe('the number of a list', () => {
  it.each([
    ['decimal', 12, '12'],
    ['aRareFormat', 12, '12'],
    ['none', 12, ''],
    ['decimalZero', 7, '07'],
    ['ordinal', 1, '1st'],
    ['ordinal', 11, '11th'],
    ['ordinal', 22, '22nd'],
    ['ordinal', 24, '24th'],
    ['lowerLetter', 26, 'z'],
    ['upperLetter', 28, 'BB'],
    ['lowerRoman', 1_994, 'mcmxciv'],
    ['upperRoman', 4, 'IV'],
    ['chineseCounting', 10, '十'],
    ['japaneseCounting', 12, '十二'],
    ['chineseCountingThousand', 105, '一百〇五'],
    ['chineseCountingThousand', 2_020, '二千〇二十'],
  ])('is, in the format %s, for %d, %s', (format, number, text) => {
    expect(numberAs(format, number)).toBe(text);
  });

  it.each(['lowerLetter', 'upperRoman', 'chineseCounting'])(
    'is in digits where it is too large, or nothing: %s',
    (format) => {
      for (const number of [0, 999_999_999]) expect(numberAs(format, number)).toBe(String(number));
    },
  );
});

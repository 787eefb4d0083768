import { describe, expect, it } from '@jest/globals';
import { listedIn } from './listed.ts';

describe('what a text lists', () => {
  it.each([',', '，', '、', '،', ' , '])('has %j in between', (comma) => {
    expect(listedIn(` 山田 太郎${comma}مريم${comma}${comma} Ana${comma}`)).toEqual([
      '山田 太郎',
      'مريم',
      'Ana',
    ]);
  });

  it('may be nothing', () => {
    expect(listedIn(' ')).toEqual([]);
  });
});

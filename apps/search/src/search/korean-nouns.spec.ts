import { describe, expect, it } from '@jest/globals';
import { nounOf } from './korean-nouns.ts';

describe('the noun of a Korean word', () => {
  it.each([
    ['열쇠는', '열쇠'],
    ['휴가를', '휴가'],
    ['회의가', '회의'],
    ['직원은', '직원'],
    ['개인정보의', '개인정보'],
    ['서울에서', '서울'],
    ['창고에서는', '창고'],
    ['고객에게도', '고객'],
    ['카드로', '카드'],
    ['현금으로', '현금'],
    ['월말까지', '월말'],
    ['직원들은', '직원'],
    ['직원들', '직원'],
    ['고양이는', '고양이'],
    ['바나나나', '바나나'],
    ['고속도로를', '고속도로'],
    ['도서관이라도', '도서관'],
    ['친구한테', '친구'],
    ['작년보다', '작년'],
  ])('in "%s" is "%s"', (word, noun) => {
    expect(nounOf(word)).toBe(noun);
  });

  it.each(['휴가', '책을', '회의', '한국어', '있습니다', 'api를', '2024년에', '社員은', 'the', '返金', ''])(
    'is none in "%s": no particle, less than two syllables before it, or other scripts',
    (word) => {
      expect(nounOf(word)).toBeNull();
    },
  );
});

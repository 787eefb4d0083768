import { describe, expect, it } from '@jest/globals';
import { folded, foldedOtherwise } from './word-forms.ts';

describe('a folded word', () => {
  it.each([
    ['Société', 'societe'],
    ['e\u0301tude', 'etude'],
    ['STRAẞE', 'strasse'],
    ['Bjørn', 'bjorn'],
    ['Þór', 'thor'],
    ['ığdır', 'igdir'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['σίσυφος', 'σισυφοσ'],
    ['ﬁnance', 'finance'],
    ['２０２４', '2024'],
    ['m²', 'm2'],
    ['כּוֹס', 'כוס'],
  ])('of "%s" is "%s"', (word, plain) => {
    expect(folded(word)).toBe(plain);
  });

  it.each(['snake_case', 'a.b.c', 'x1', '返金', 'がく', '한국어', 'น้ำ', 'ທຳ', 'हिन्दी', 'தமிழ்'])(
    'of "%s" is the same in any encoding',
    (word) => {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(folded(word.normalize(form))).toBe(word);
      expect(foldedOtherwise([word, word.toUpperCase()])).toEqual([]);
    },
  );
});

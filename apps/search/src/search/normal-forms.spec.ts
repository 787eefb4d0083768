import { describe, expect, it } from '@jest/globals';
import { normalForm } from './normal-forms.ts';

/** Two combining characters, not in their normal order. */
const MARKS = '\u0315\u0300';
const TEXTS = [
  'Müllabfuhr',
  'Tiếng Việt không có dấu thì khó đọc, và dài hơn sáu mươi tư ký tự ở đây.',
  '한국어로 쓴 문장입니다. '.repeat(20),
  `ﬁne ${MARKS}`.repeat(40),
];

describe('the normal form of a text', () => {
  it.each(TEXTS)('is that of Unicode in every encoding: %s', (text) => {
    for (const encoding of ['NFC', 'NFD'])
      for (const form of ['NFC', 'NFKD'] as const)
        expect(normalForm(text.normalize(encoding), form)).toBe(text.normalize(form));
  });

  it('leaves combining characters in a row as they are if there are too many of them', () => {
    const run = MARKS.repeat(50);
    expect(normalForm(`Cafe\u0301 a${run}, e\u0301`, 'NFC')).toBe(`Café a${run}, é`);
  });
});

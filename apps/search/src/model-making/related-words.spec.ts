import { expect, it } from '@jest/globals';
import { licenceOf, relatedWords } from './related-words.ts';

/** Lines of WordNet's form: offset, file, part of speech, words with their numbers, relations, an explanation. */
const NOUNS = `  1 Permission to use this is granted.
00000010 06 n 02 vacation 0 Holidays 0 002 @ 00000030 n 0000 ~ 00000020 n 0000 | time off
00000020 06 n 02 honeymoon 0 holiday 1 001 @ 00000010 n 0000 | a trip after a wedding
00000030 06 n 01 leisure_time 0 002 ~ 00000010 n 0000 ! 00000040 n 0101 | time to rest
00000040 06 n 0b work 0 job 0 a 0 b 0 c 0 d 0 e 0 f 0 g 0 h 0 i 0 001 ~i 00000050 n 0000 | what is to be done
00000050 06 n 01 Monday 0 000 | a day
`;
const ADJECTIVES = '00000020 00 s 02 galore(ip) 0 abounding 0 001 & 00000070 a 0000 | plenty\n';

it('words are related that mean the same or are more specific, by their forms', () => {
  const lines = relatedWords([NOUNS, ADJECTIVES]).map((line) => line.split('\t'));
  const related = new Map(lines.map(([form, ...others]) => [form, others]));
  expect(related.get('vacat')).toEqual(['holiday', 'honeymoon']);
  expect(related.get('holiday')).toEqual(['honeymoon vacat', '']);
  expect(related.get('honeymoon')).toEqual(['holiday', '']);
  expect(related.get('job')).toEqual(['a b c d e f g h i work', 'monday']);
  expect(related.get('galor')).toEqual(['abound', '']);
  expect(related.has('monday')).toBe(false);
});

it('the licence of the files is kept', () => {
  expect(licenceOf(NOUNS)).toEqual(['  1 Permission to use this is granted.']);
});

import { describe, expect, it } from '@jest/globals';
import { WordPieces } from './word-pieces.ts';

const NAMES = ['[CLS]', '[SEP]', '[UNK]', 'ref', '##s', '##un', 'refund', ':', '!', 'cafe', 'ab', '返', '金'];
const pieces = new WordPieces(new Map(NAMES.map((name, id) => [name, id])));

describe('the pieces of the words of a text', () => {
  it.each([
    ['Refs: REFUND!', ['ref', '##s', ':', 'refund', '!']],
    ['Café', ['cafe']],
    ['', []],
    ['reform 🧿', ['[UNK]', '[UNK]']],
    ['a\u200bb\u0000', ['ab']],
    ['返金', ['返', '金']],
    ['ab'.repeat(51), ['[UNK]']],
  ])('of %j', (text, expected) => {
    const names = pieces.idsOf(text, 20).map((id) => NAMES[id]);
    expect(names).toEqual(['[CLS]', ...expected, '[SEP]']);
  });

  it('end with the end of a text, however long it is', () => {
    const ids = pieces.idsOf('ab '.repeat(1_000), 256);
    expect(ids).toHaveLength(256);
    expect([ids[0], ids.at(-1)]).toEqual([0, 1]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { packagedWordPieces } from './sentence-model.ts';

describe('the pieces of words of the packaged model', () => {
  it.each([
    ['Refunds: £12!', ['[CLS]', 'ref', '##unds', ':', '£1', '##2', '!', '[SEP]']],
    ['Ünïcode CAFÉ', ['[CLS]', 'unicode', 'cafe', '[SEP]']],
    ['', ['[CLS]', '[SEP]']],
    ['\u{1f9ff}', ['[CLS]', '[UNK]', '[SEP]']],
    ['a\u200bb', ['[CLS]', 'ab', '[SEP]']],
  ])('of %j', async (text, pieces) => {
    expect((await packagedWordPieces()).piecesOf(text)).toEqual(pieces);
  });

  it('end with the end of a text, however long it is', async () => {
    const pieces = await packagedWordPieces();
    const ids = pieces.idsOf('word '.repeat(1_000), 256);
    expect(ids).toHaveLength(256);
    expect([ids[0], ids.at(-1)]).toEqual([101, 102]);
  });
});

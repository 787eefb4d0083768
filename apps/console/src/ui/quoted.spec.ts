import { describe, expect, it } from '@jest/globals';
import { piecesOf } from './quoted.ts';

describe('what a sentence quotes', () => {
  it('is each of the names', () => {
    expect(piecesOf('Uploaded "a (2)!", "b.txt" and 4 more.')).toEqual([
      'Uploaded ',
      '"a (2)!"',
      ', ',
      '"b.txt"',
      ' and 4 more.',
    ]);
    expect(piecesOf('Delete “a”? Its text is not found.')).toEqual([
      'Delete ',
      '“a”',
      '? Its text is not found.',
    ]);
    expect(piecesOf('"a" is ready.')).toEqual(['', '"a"', ' is ready.']);
  });

  it('may have quotation marks within its words, and more than one line', () => {
    expect(piecesOf('Created "דו"ח שנתי".')).toEqual(['Created ', '"דו"ח שנתי"', '.']);
    expect(piecesOf('A signal: "one\ntwo"')).toEqual(['A signal: ', '"one\ntwo"', '']);
  });

  it('may have words in quotation marks, at its ends, too, and a mark that opens nothing', () => {
    for (const name of [
      'המסך "ייצוא" נשבר אתמול',
      '"בית" חדש',
      'דוח "סופי"',
      '"a"',
      'a "b "c" d" e',
      'מסך 15" חדש',
    ]) {
      expect(piecesOf(`Renamed "${name}" to "x".`)).toEqual(['Renamed ', `"${name}"`, ' to ', '"x"', '.']);
      expect(piecesOf(`Delete “${name}”?`)).toEqual(['Delete ', `“${name}”`, '?']);
    }
  });

  it('is nothing where there is no quotation mark, or only one', () => {
    for (const sentence of ['It is saved.', 'It is 2" long.', '"It is', 'is it"', '""', ''])
      expect(piecesOf(sentence)).toEqual([sentence]);
  });

  it('is lost in none of them', () => {
    for (const sentence of ['Created ""a" b".', '“a “b” c” is read.', '"a” “b"', '" " " "a"'])
      expect(piecesOf(sentence).join('')).toBe(sentence);
  });
});

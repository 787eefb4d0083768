import { describe, expect, it } from '@jest/globals';
import { withWholeWords } from './line-hyphens.ts';

describe('a word that the end of a line hyphenates', () => {
  it.each([
    ['exam-\nple', 'example'],
    ['the Ver-\ntragsstrafe', 'the Vertragsstrafe'],
    ['(exam\u2010\nple)', '(example)'],
    ['an in-\nput of the form', 'an input of the form'],
    ['in the form, an in-\nform, to inform', 'in the form, an inform, to inform'],
    ['e\u0301te\u0301-\nrement', 'e\u0301te\u0301rement'],
  ])('is whole: %j', (text, whole) => {
    expect(withWholeWords([text])).toEqual([whole]);
  });

  it('is whole by what other pages have', () => {
    const pages = ['all over-\nall', 'Over. Overall.'];
    expect(withWholeWords(pages)).toEqual(['all overall', 'Over. Overall.']);
  });

  it.each([
    ['a compound', 'well-\nknown. Known as well'],
    ['a compound at its beginning', 'Well-\nknown, as we know well. Known'],
    ['a part of a compound', 'pre-\nand post-processing, Ein-\nund Ausgabe'],
    ['an abbreviation', 'PDF-\nfiles'],
    ['a name', 'Jean-\nPaul, the North-\nSouth'],
    ['a letter', 'x-\nray'],
    ['an address', 'https://pks.example/some-\nwhere'],
    ['a dash', 'it -\nis'],
    ['the end of a paragraph', 'exam-\n\nple'],
  ])('keeps the hyphen of %s', (_, text) => {
    expect(withWholeWords([text])).toEqual([text]);
  });
});

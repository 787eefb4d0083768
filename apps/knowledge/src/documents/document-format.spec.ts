import { describe, expect, it } from '@jest/globals';
import { fileTypeOf } from '@pks/contracts';
import { charsetOf, formatOf } from './document-format.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the format of a file', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['application/x-pdf', 'pdf'],
    [WORD, 'docx'],
    ['text/html; charset=utf-8', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/markdown', 'markdown'],
    ['text/x-markdown', 'markdown'],
    ['TEXT/CSV', 'csv'],
    ['text/csv ; charset=utf-8', 'csv'],
    ['application/csv', 'csv'],
    ['text/comma-separated-values', 'csv'],
    ['text/tab-separated-values', 'csv'],
    ['application/json', 'json'],
    ['text/json', 'json'],
    ['application/geo+json', 'json'],
    ['text/plain', 'text'],
  ])('is determined by its type: %s', (type, format) => {
    expect(formatOf(type, 'a.bin')).toBe(format);
  });

  it.each(['image/png', 'application/zip', 'application/msword', 'text/css', 'image/a+json', 'nonsense'])(
    'is not at all with another type: %s',
    (type) => {
      expect(formatOf(type, 'a.pdf')).toBeNull();
    },
  );

  it.each([
    '',
    'application/octet-stream',
    'application/octet-stream; charset=binary',
    'binary/octet-stream',
  ])('is determined by the extension when the type "%s" says nothing', (type) => {
    expect(formatOf(type, 'Report.PDF')).toBe('pdf');
    expect(formatOf(type, 'a.b.md')).toBe('markdown');
    expect(formatOf(type, 'a.exe')).toBeNull();
    expect(formatOf(type, 'pdf')).toBeNull();
  });

  it('is determined by the extension when clients have no better type', () => {
    expect(formatOf('text/plain', 'notes.md')).toBe('markdown');
    expect(formatOf('text/plain', 'notes.pdf')).toBe('text');
    expect(formatOf('text/html', 'notes.md')).toBe('html');
    expect(formatOf('application/vnd.ms-excel', 'rows.csv')).toBe('csv');
    expect(formatOf('text/html', 'rows.csv')).toBe('html');
    expect(formatOf('application/vnd.ms-excel', 'rows.xls')).toBeNull();
  });
});

describe('the character set of a document', () => {
  it.each([
    ['text/plain; charset=koi8-r', { charset: 'koi8-r' }],
    ['text/csv;CHARSET=iso-8859-1', { charset: 'iso-8859-1' }],
    ['text/plain', {}],
    ['', {}],
  ])('is the one that its content type declares: %s', (contentType, charset) => {
    expect(charsetOf(contentType)).toEqual(charset);
  });
});

describe('a file that is uploaded without a type that says something', () => {
  it.each([
    'a.pdf',
    'a.docx',
    'a.html',
    'a.htm',
    'a.xhtml',
    'a.md',
    'a.csv',
    'a.tsv',
    'a.json',
    'a.txt',
    'a.log',
  ])('is read by the type that the gateway gives it as by its name: %s', (name) => {
    const { contentType, format } = fileTypeOf(name) ?? {};
    expect(formatOf(contentType ?? '', 'a')).toBe(format);
  });
});

import { describe, expect, it } from '@jest/globals';
import { contentTypeOf } from './content-types.ts';

const UNKNOWN = 'application/octet-stream';

describe('the type of a file', () => {
  it.each([
    ['application/pdf', 'application/pdf'],
    ['Text/HTML', 'text/html'],
    ['text/csv; charset=ISO-8859-1; header=present', 'text/csv; charset=iso-8859-1'],
    ['text/plain; header=present', 'text/plain'],
    ['text/plain;charset="utf-8"', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'image/svg+xml'],
  ])('is the one that was sent: %s', (sent, type) => {
    expect(contentTypeOf(sent, 'a.pdf')).toBe(type);
  });

  it.each([
    ['a.pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.html', 'text/html'],
    ['a.htm', 'text/html'],
    ['a.md', 'text/markdown'],
    ['a.markdown', 'text/markdown'],
    ['a.csv', 'text/csv'],
    ['a.tar.json', 'application/json'],
    ['a.txt', 'text/plain'],
    ['a.text', 'text/plain'],
    ['a.log', 'text/plain'],
    ['a.tsv', 'text/tab-separated-values'],
    ['a.xhtml', 'application/xhtml+xml'],
    ['a.exe', UNKNOWN],
    ['a.', UNKNOWN],
    ['a', UNKNOWN],
    ['csv', UNKNOWN],
    ['.csv', UNKNOWN],
    ['constructor', UNKNOWN],
  ])('is derived from the name %s when nothing better was sent', (name, type) => {
    expect(contentTypeOf(undefined, name)).toBe(type);
    expect(contentTypeOf('application/octet-stream', name)).toBe(type);
    expect(contentTypeOf('no type', name)).toBe(type);
  });

  it.each(['text', 'a/b/c', 'text/html\r\nSet-Cookie: a', 'text/ html', 'ä/ö', '', `a/${'b'.repeat(101)}`])(
    'is unknown where %j was sent',
    (sent) => {
      expect(contentTypeOf(sent, 'a')).toBe(UNKNOWN);
    },
  );

  it('omits an invalid charset', () => {
    expect(contentTypeOf('text/html; charset=<script>', 'a')).toBe('text/html');
  });
});

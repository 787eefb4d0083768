import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { Unreadable } from '../../src/reading/unreadable.ts';
import { docx, paragraph } from './docx.ts';
import { boastingPdf, endlessPdf, pdfWithContent } from './pdf.ts';
import { ReadingFiles } from './reading-files.ts';
import { bomb } from './zip.ts';

const files = new ReadingFiles();
afterAll(() => files.remove());

const MEMORY = 'The file could not be read: it takes more memory than allowed.';
const LONG = 'The text is longer than 20,000,000 characters.';
const MIB = 2 ** 20;

describe('a malicious file', () => {
  afterEach(async () => {
    expect(await files.texts('after.txt', 'Still here.')).toEqual([['', 'Still here.']]);
  });

  it.each([
    [
      '1 GiB in a DOCX',
      'a.docx',
      () => docx(paragraph('A'), [bomb('word/a.xml', 1_024)]),
      'larger than 256 MB',
    ],
    [
      'very much from very little',
      'a.docx',
      () => docx(paragraph('A'), [bomb('word/a.xml', 200)]),
      '200 times',
    ],
    [
      '1 GiB that says it were a kilobyte',
      'a.docx',
      () => docx(paragraph('A'), [bomb('word/a.xml', 1_024, 1_000)]),
      'The DOCX is damaged.',
    ],
    [
      'the same in place of the document itself, under another name',
      'a.docx',
      () => docx(paragraph('A'), [bomb('word/a.bin', 1_024, 1_000)], 'word/a.bin'),
      MEMORY,
    ],
    [
      '1 GiB that says it were a kilobyte in a header, under another name',
      'a.docx',
      () =>
        docx(
          `${paragraph('A')}<w:sectPr><w:headerReference r:id="r1"/></w:sectPr>`,
          [bomb('word/h.bin', 1_024, 1_000)],
          undefined,
          [['header', 'h.bin']],
        ),
      MEMORY,
    ],
    [
      '1 GiB in a page of a PDF',
      'a.pdf',
      () => pdfWithContent(deflateSync(Buffer.alloc(1_024 * MIB, ' '))),
      MEMORY,
    ],
    ['pages that contain themselves', 'a.pdf', endlessPdf, 'The PDF is damaged: its page 1 cannot be read.'],
    ['100 MiB of text', 'a.txt', () => Buffer.alloc(100 * MIB, 'some words\n'), LONG],
    ['100 MiB of rows', 'a.csv', () => Buffer.alloc(100 * MIB, 'some,words\n'), LONG],
    ['a table of 100,000 columns', 'a.csv', () => manyColumns(100_000, 200), LONG],
    ['a value of 50 MB', 'a.csv', () => `a,b\n1,"${'x'.repeat(50_000_000)}"\n`, LONG],
    ['HTML 100,000 deep', 'a.html', () => '<div>'.repeat(100_000), 'nested more than 10,000 levels deep'],
    [
      'JSON 100,000 deep',
      'a.json',
      () => `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
      'more than 100 levels deep',
    ],
    ['a DOCX 20,000 deep', 'a.docx', () => deepDocx(20_000, 'w:smartTag'), 'The DOCX is nested too deeply.'],
    [
      'a DOCX of directions 20,000 deep',
      'a.docx',
      () => deepDocx(20_000, 'w:dir'),
      'The DOCX is nested too deeply.',
    ],
  ])('is refused with a sentence: %s', async (_, name, content, sentence) => {
    const reading = files.read(name, content());
    await expect(reading).rejects.toBeInstanceOf(Unreadable);
    await expect(reading).rejects.toThrow(sentence);
  });

  it.each([
    ['a.md', '['],
    ['a.md', '*'],
    ['a.md', '`'],
    ['a.md', '>'],
    ['a.md', '- '],
    ['a.md', '# '],
    ['a.md', 'a\n='],
    ['a.md', '<!--\n'],
    ['a.md', '```\n~~~\n'],
    ['a.html', 'a<!--'],
    ['a.html', '&amp'],
    ['a.csv', 'a;,'],
  ])('yields a text: %s with a million characters of %j', async (name, piece) => {
    const { sections } = await files.read(name, piece.repeat(1_000_000 / piece.length));
    expect(sections.length).toBeGreaterThan(0);
  });

  it.each([
    ['a CSV of a million columns', 'a.csv', () => manyColumns(1_000_000, 1)],
    ['a JSON of a million keys', 'a.json', () => `{${upTo(1_000_000, (n) => `"k${n}":${n}`)}}`],
    [
      'an HTML element of 300,000 attributes',
      'a.html',
      () => `<p ${upTo(300_000, (n) => `a${n}=""`, ' ')}>text`,
    ],
    [
      '300,000 HTML elements with attributes',
      'a.html',
      () => upTo(300_000, (n) => `<b id="${n}" c="d">x</b>`, ''),
    ],
  ])('yields a text in short parts: %s', async (_what, name, content) => {
    const { sections } = await files.read(name, content());
    expect(sections.length).toBeGreaterThan(0);
    for (const { text } of sections) expect(text.length).toBeLessThanOrEqual(256 * 1024);
  });

  it('has no more pages than it contains, whatever it declares', async () => {
    expect(await files.read('a.pdf', boastingPdf())).toEqual({ page_count: 1, sections: [] });
  });
});

/** A DOCX with that many levels, with comments that compress badly. */
function deepDocx(levels: number, name: string): Buffer {
  const opened = Array.from(
    { length: levels },
    (_, at) => `<${name} w:val="ltr"><!--${Math.sin(at)}${Math.cos(at)}-->`,
  );
  return docx(`<w:p>${opened.join('')}${`</${name}>`.repeat(levels)}</w:p>`);
}

function upTo(count: number, piece: (n: number) => string, between = ','): string {
  return Array.from({ length: count }, (_none, n) => piece(n)).join(between);
}

function manyColumns(columns: number, rows: number): string {
  const header = upTo(columns, (n) => `c${n}`);
  return `${header}\n${`${upTo(columns, () => 'v')}\n`.repeat(rows)}`;
}

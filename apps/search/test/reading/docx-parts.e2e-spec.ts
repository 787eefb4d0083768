import { closeSync, openSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readDocument } from '../../src/reading/child/read-document.ts';
import { Source } from '../../src/reading/child/source.ts';
import { readDocx } from '../../src/reading/formats/read-docx.ts';
import { docxWith, paragraph, run } from './docx.ts';
import { ReadingFiles } from './reading-files.ts';

const files = new ReadingFiles();
afterAll(() => files.remove());

/** The text of each section under its heading, read in this process. */
async function textsOf(...parts: Parameters<typeof docxWith>) {
  const file = openSync(files.write('a.docx', docxWith(...parts)), 'r');
  try {
    const read = { source: new Source(file), charset: undefined, characters: 10_000 };
    const { sections } = await readDocument(readDocx, read);
    return sections.map(({ heading, text }) => [heading, text] as const);
  } finally {
    closeSync(file);
  }
}

const textOf = async (...parts: Parameters<typeof docxWith>) =>
  (await textsOf(...parts)).map(([, text]) => text).join('');

const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('the headers and footers of a DOCX', () => {
  const reference = (kind: string, type: string, id: string) =>
    `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;
  const section = (...content: string[]) => `<w:sectPr>${content.join('')}</w:sectPr>`;
  const related = [
    { type: 'header', content: paragraph('ACME &amp; Co') + paragraph('4711') },
    { type: 'footer', content: paragraph('Confidential') },
    { type: 'header', content: paragraph('Letterhead') },
    { type: 'header', content: paragraph('Even') },
    { type: 'footer', content: paragraph('Confidential') },
  ];
  const usual = [
    reference('footer', 'default', 'r2'),
    reference('header', 'default', 'r1'),
    reference('header', 'first', 'r3'),
    reference('header', 'even', 'r4'),
    reference('footer', 'even', 'r5'),
  ];

  it('are a section after the others, each once in however many sections', async () => {
    const body = `${paragraph('Fleet', 'Kop1')}<w:p><w:pPr>${section(...usual)}</w:pPr>${run('A')}</w:p>${section(...usual)}`;
    expect(await textsOf(body, related)).toEqual([
      ['Fleet', 'Fleet\n\nA\n'],
      ['Headers and footers', 'ACME & Co\n4711\n\nConfidential\n'],
    ]);
  });

  it('have those of first and even pages, where these are told apart', async () => {
    const settings = { type: 'settings', content: '<w:evenAndOddHeaders/>' };
    const [, margins] = await textsOf(paragraph('A') + section(...usual, '<w:titlePg/>'), [
      ...related,
      settings,
    ]);
    expect(margins).toEqual([
      'Headers and footers',
      'ACME & Co\n4711\n\nLetterhead\n\nEven\n\nConfidential\n',
    ]);
  });

  it.each([
    ['page numbers', `<w:p>${run('A ')}${field(' PAGE ', '3')}${run(' B')}</w:p>`, 'A B\n'],
    [
      'simple page numbers',
      `<w:p>${run('A')}<w:fldSimple w:instr="NUMPAGES">${run('9')}</w:fldSimple></w:p>`,
      'A\n',
    ],
    [
      'lines of page numbers',
      `${paragraph('A')}<w:p>${run('– ')}${field('PAGE', '3')}${run(' –')}</w:p>`,
      'A\n',
    ],
    ['hidden text', `<w:p>${run('A')}<w:r><w:rPr><w:vanish/></w:rPr><w:t>B</w:t></w:r></w:p>`, 'A\n'],
    ['what was deleted', `<w:p>${run('A')}<w:moveFrom>${run('B')}</w:moveFrom></w:p>`, 'A\n'],
  ])('are without %s', async (_, content, text) => {
    const body = paragraph('Z') + section(reference('footer', 'default', 'r1'));
    expect(await textOf(body, [{ type: 'footer', content }])).toBe(`Z\n${text}`);
  });

  it.each([
    ['other fields', `<w:p>${field('DATE', '2 May')}</w:p>`, '2 May\n'],
    [
      'words that tabs and breaks divide',
      `<w:p>${run('A')}<w:r><w:tab/></w:r>${run('B')}<w:r><w:br/></w:r>${run('C')}</w:p>`,
      'A B\nC\n',
    ],
    [
      'watermarks',
      '<w:p><w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r></w:p>',
      'DRAFT\n',
    ],
  ])('have %s', async (_, content, text) => {
    const body = paragraph('Z') + section(reference('header', 'default', 'r1'));
    expect(await textOf(body, [{ type: 'header', content }])).toBe(`Z\n${text}`);
  });
});

describe('the numbered paragraphs of a DOCX', () => {
  const levels = [
    ['upperRoman', 'Article %1', ''],
    ['decimal', '%1.%2', '<w:isLgl/><w:pStyle w:val="Subclause"/>'],
    ['lowerLetter', '(%3)', ''],
    ['bullet', 'o', ''],
  ].map(
    ([format, text, more], at) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
  );
  const definition = `<w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum>`;
  const list = (id: number, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${more}</w:num>`;
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
  const content = definition + list(1) + list(2, restart);
  const item = (text: string, level: number, id = 1, more = '') =>
    `<w:p><w:pPr>${more}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
  const textOfList = (...paragraphs: readonly string[]) =>
    textOf(paragraphs.join(''), [{ type: 'numbering', content }]);

  it('begin with their numbers', async () => {
    const items = [item('A', 0), item('B', 1), item('C', 1), item('D', 2), item('E', 3), item('F', 2)];
    expect(await textOfList(...items, item('G', 0), item('H', 1))).toBe(
      'Article I A\n\n1.1 B\n\n1.2 C\n\n(a) D\n\n- E\n\n(b) F\n\nArticle II G\n\n2.1 H\n',
    );
  });

  it('are headings with their numbers', async () => {
    const heading = item('Terms', 0, 1, '<w:pStyle w:val="Kop1"/>');
    expect(await textsOf(heading + item('A', 1), [{ type: 'numbering', content }])).toEqual([
      ['Article I Terms', 'Article I Terms\n\n1.1 A\n'],
    ]);
  });

  it('are numbered by their styles', async () => {
    const paragraphs = [paragraph('A', 'Clause'), paragraph('B', 'Subclause'), item('C', 0, 0)];
    expect(await textOfList(...paragraphs)).toBe('Article I A\n\n1.1 B\n\nC\n');
  });

  it('are counted on in other lists of the kind, unless these begin anew', async () => {
    const items = [item('A', 1), item('B', 0), item('C', 0, 2), item('D', 0, 2), item('E', 0)];
    expect(await textOfList(...items)).toBe(
      '1.1 A\n\nArticle II B\n\nArticle V C\n\nArticle VI D\n\nArticle VII E\n',
    );
  });

  it.each([
    ['deleted', '<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:del/></w:rPr></w:pPr></w:p>'],
    [
      'shown twice',
      `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${item('Z', 0)}</mc:Choice><mc:Fallback/></mc:AlternateContent></w:r></w:p>`,
    ],
  ])('are not counted where they are %s', async (_, first) => {
    expect(await textOfList(first, item('B', 0))).toBe('Article I B\n');
  });
});

describe('hidden text of a DOCX', () => {
  const styled = (properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>B</w:t></w:r>`;
  it.each([
    ['left out', styled('<w:vanish/>'), 'AC\n'],
    ['left out by its style', styled('<w:rStyle w:val="Note"/>'), 'AC\n'],
    [
      'read where it is shown in spite of its style',
      styled('<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>'),
      'ABC\n',
    ],
    [
      'read where it was hidden before',
      styled('<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>'),
      'ABC\n',
    ],
  ])('is %s', async (_, middle, text) => {
    expect(await textOf(`<w:p>${run('A')}${middle}${run('C')}</w:p>`, [])).toBe(text);
  });

  it('is a paragraph by its style', async () => {
    expect(await textOf(paragraph('A', 'Secret') + paragraph('B'), [])).toBe('B\n');
  });
});

describe('a drawing in a DOCX', () => {
  const drawn = (reference: string) =>
    `<w:p>${run('A')}<w:r><w:drawing><a:graphic><a:graphicData>${reference}</a:graphicData></a:graphic></w:drawing></w:r></w:p>${paragraph('B')}`;
  const words = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const category =
    '<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:strCache></c:strRef></c:cat>';
  const series = (name: string) =>
    `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${category}<c:val><c:numRef><c:numCache><c:pt><c:v>4.25</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`;

  it('has the titles, series and categories of charts, each once', async () => {
    const content = `<c:title>${words('Sales &lt; costs')}</c:title>${series('North')}${series('South')}`;
    expect(await textOf(drawn('<c:chart r:id="r1"/>'), [{ type: 'chart', content }])).toBe(
      'A\n\nSales < costs\nNorth\nQ1\nSouth\n\nB\n',
    );
  });

  it('has the text of SmartArt', async () => {
    const content = `<dgm:pt><dgm:t>${words('Plan')}</dgm:t></dgm:pt><dgm:pt><dgm:t>${words('Do')}</dgm:t></dgm:pt>`;
    expect(await textOf(drawn('<dgm:relIds r:dm="r1" r:lo="r9"/>'), [{ type: 'diagramData', content }])).toBe(
      'A\n\nPlan\nDo\n\nB\n',
    );
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { getResolvedPDFJS } from 'unpdf';
import { docx, paragraph, ruby, run, table, term } from './docx.ts';
import { encryptedPdf, pdf, pdfInEncoding, pdfWithForm, pdfWithOutline } from './pdf.ts';
import { ReadingFiles } from './reading-files.ts';
import { packed, zip } from './zip.ts';

const files = new ReadingFiles();
afterAll(() => files.remove());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000)]);

describe('a PDF', () => {
  it('has its pages with their lines and paragraphs', async () => {
    const bytes = await pdf([['Ferries', '', 'The first line', 'and the second.'], ['On page two']]);
    expect(await files.read('ferries.pdf', bytes)).toEqual({
      page_count: 2,
      sections: [
        { page: 1, heading: '', text: 'Ferries\n\nThe first line\nand the second.\n' },
        { page: 2, heading: '', text: 'On page two\n' },
      ],
    });
  });

  it('has the headings of its outline', async () => {
    const bytes = pdfWithOutline(['Preface', '1 Fleet', 'Ships.', '2 Prices', 'High.'], ['Fleet', 'Prices']);
    expect(await files.texts('outline.pdf', bytes)).toEqual([
      ['', 'Preface\n'],
      ['Fleet', '1 Fleet\nShips.\n'],
      ['Prices', '2 Prices\nHigh.\n'],
    ]);
  });

  it('has whole words where the ends of its lines hyphenate them', async () => {
    const bytes = await pdf([['The exam-', 'ple is well-', 'known.'], ['Known as well.']]);
    expect(await files.texts('hyphens.pdf', bytes)).toEqual([
      ['', 'The example is well-\nknown.\n'],
      ['', 'Known as well.\n'],
    ]);
  });

  it('has what is filled in and seen, below the text of its page', async () => {
    expect(await files.texts('form.pdf', pdfWithForm())).toEqual([
      ['', 'Name:\n\nTyped on the page\nAda Lovelace\n12 March\n'],
    ]);
  });

  it('has all of many pages, empty ones without a section', async () => {
    const pages = Array.from({ length: 120 }, (_, at) => (at % 2 === 0 ? [`This is page ${at + 1}`] : []));
    const { page_count, sections } = await files.read('many.pdf', await pdf(pages));
    expect(page_count).toBe(120);
    expect(sections).toHaveLength(60);
    expect(sections.at(-1)).toEqual({ page: 119, heading: '', text: 'This is page 119\n' });
  });

  it.each([
    ['90ms-RKSJ-H', 'Japan1', '8ed088f582cd8b7889c982f08ee693be82c582ab82dc82b7', '社員は休暇を取得できます'],
    [
      'UniJIS-UCS2-H',
      'Japan1',
      '793e54e1306f4f116687309253d65f973067304d307e3059',
      '社員は休暇を取得できます',
    ],
    ['GBK-EUC-H', 'GB1', 'd4b1b9a4c3bfc4ead3d0c4eabcd9', '员工每年有年假'],
    ['UniGB-UCS2-H', 'GB1', '54585de56bcf5e7467095e745047', '员工每年有年假'],
    ['ETenms-B5-H', 'CNS1', 'adfba475a843a67ea6b3a67eb0b2', '員工每年有年假'],
    ['KSCms-UHC-H', 'Korea1', 'c1f7bff8c0ba20c8deb0a1', '직원은 휴가'],
    ['UniKS-UCS2-H', 'Korea1', 'c9c1c6d0c7400020d734ac00', '직원은 휴가'],
  ])('is read in %s, which it does not contain', async (encoding, collection, bytes, text) => {
    const content = pdfInEncoding(encoding, collection, Buffer.from(bytes, 'hex'));
    expect(await files.texts('a.pdf', content)).toEqual([['', `${text}\n`]]);
  });

  it('is read with the encodings of its reader, in the same version', async () => {
    const path = fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'));
    const { version } = await getResolvedPDFJS();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version });
  });
});

describe('a DOCX', () => {
  it('has headings by its styles, whatever they are called in its language, and one line per row', async () => {
    const body = [
      paragraph('Fleet', 'Titel'),
      paragraph('Before.'),
      paragraph('Ferries', 'Kop1'),
      paragraph('A &amp; B.'),
      paragraph('Prices', 'Kop2'),
      table([
        ['Route', 'Car', 'Bicycle'],
        ['North', '', '4'],
      ]),
      paragraph('After.'),
    ];
    expect(await files.texts('fleet.docx', docx(body.join('')))).toEqual([
      ['Fleet', 'Fleet\n\nBefore.\n'],
      ['Ferries', 'Ferries\n\nA & B.\n'],
      ['Ferries › Prices', 'Prices\n\nRoute | Car | Bicycle\nNorth | | 4\n\nAfter.\n'],
    ]);
  });

  it.each([
    ['with ruby, without the ruby', ruby('社員', 'しゃいん'), '社員'],
    ['of a direction of its own', `<w:bdo w:val="rtl">${run('חופשה')}</w:bdo>`, 'חופשה'],
    ['embedded in a direction', `<w:dir w:val="rtl">${run('إجازة')}</w:dir>`, 'إجازة'],
    [
      'within each other',
      `<w:dir\n w:val="ltr"><w:bdo w:val="rtl">${ruby('休暇', 'きゅうか')}</w:bdo></w:dir>`,
      '休暇',
    ],
  ])('has the words %s', async (_, words, text) => {
    const paragraphs = `<w:p>${run('A')}${words}${run('B')}</w:p>`;
    const image = { ...packed('word/media/image1.png', PNG), size: PNG.length };
    expect(await files.texts('a.docx', docx(paragraphs, [image]))).toEqual([['', `A${text}B\n`]]);
  });

  it.each([
    ['fields', `<w:fldSimple w:instr=" SEQ Figure ">${run('7')}</w:fldSimple>`, 'A7B\n'],
    ['equations', `<m:oMath>${term('p')}<m:r><m:t>=q</m:t></m:r></m:oMath>`, 'Ap=qB\n'],
    [
      'equations with parts above each other',
      `<m:oMath><m:f><m:fPr><m:type m:val="bar"/></m:fPr><m:num>${term('Price')}</m:num><m:den>${term('Unit')}</m:den></m:f></m:oMath>`,
      'A Price/UnitB\n',
    ],
    [
      'ovals',
      `<w:r><w:pict><v:oval><v:textbox><w:txbxContent>${paragraph('Start')}</w:txbxContent></v:textbox></v:oval></w:pict></w:r>`,
      'AB\n\nStart\n',
    ],
  ])('has the text of %s', async (_, element, text) => {
    const body = `<w:p>${run('A')}${element}${run('B')}</w:p>`;
    expect(await files.texts('a.docx', docx(body))).toEqual([['', text]]);
  });

  it.each([
    ['a page', '<w:br w:type="page"/>', 'A\nB\n'],
    ['a column', '<w:br w:type="column"/>', 'A\nB\n'],
    ['a line, in older documents', '<w:cr/>', 'A\nB\n'],
    ['an aligned text', '<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/>', 'A B\n'],
  ])('divides words that the end of %s divides', async (_, element, text) => {
    const body = `<w:p>${run('A')}<w:r>${element}</w:r>${run('B')}</w:p>`;
    expect(await files.texts('a.docx', docx(body))).toEqual([['', text]]);
  });
});

describe('HTML', () => {
  it.each([
    ['in the character set that it declares', '<meta charset="iso-8859-2"><p>', Buffer.from([0xb1]), 'ą\n'],
    ['in UTF-8 even where it declares another', '<meta charset="iso-8859-2"><p>', Buffer.from('ł'), 'ł\n'],
    ['in windows-1252 where it declares none', '<p>', Buffer.from([0x80]), '€\n'],
  ])('is read %s', async (_, before, bytes, text) => {
    expect(await files.texts('a.html', Buffer.concat([Buffer.from(before), bytes]))).toEqual([['', text]]);
  });
});

describe('Markdown', () => {
  it('is kept as written', async () => {
    expect(await files.texts('a.md', '# A *b*\r\n\r\n- c\r\n\r\n## D\r\ne')).toEqual([
      ['A b', '# A *b*\r\n\r\n- c\r\n\r\n'],
      ['A b › D', '## D\r\ne'],
    ]);
  });
});

describe('a CSV', () => {
  it.each([
    ['commas', 'Name,Price\nAda,"1,5"\n"B ""b""",\n'],
    ['semicolons', 'Name;Price\r\nAda;1,5\r\n"B ""b""";\r\n'],
    ['tabs', '\uFEFFName\tPrice\n\nAda\t1,5\n"B ""b"""\n'],
  ])('with %s has one line per row that names its values', async (_, text) => {
    const rows = 'Name: Ada; Price: 1,5\nName: B "b"\n';
    expect(await files.texts('a.csv', text)).toEqual([['Rows 1 to 2', rows]]);
  });

  it.each([
    ['lines that end with a carriage return', 'a;b\r1,5;2,5\r3,5;4,5\r', 'a: 1,5; b: 2,5\na: 3,5; b: 4,5\n'],
    ['a header of one name', 'comment\nGood;; but slow\n', 'comment: Good;; but slow\n'],
    ['a delimiter that its first line declares', 'sep=|\r\na|b\r\n"1|;5"|2,5\r\n', 'a: 1|;5; b: 2,5\n'],
    ['rows that end differently', 'a;b\r\n1,5;2,5\n3,5;"4\n5"\r\n', 'a: 1,5; b: 2,5\na: 3,5; b: 4 5\n'],
    ['empty lines before its header', '\r\n\r\na;b\r\n1,5;2,5\r\n', 'a: 1,5; b: 2,5\n'],
  ])('with %s is divided as its header is', async (_, text, rows) => {
    const [[, content] = []] = await files.texts('a.csv', text);
    expect(content).toBe(rows);
  });

  it('with values without a name keeps them', async () => {
    expect(await files.texts('a.csv', 'A,,C\n1,2,3,4\n')).toEqual([['Rows 1 to 1', 'A: 1; 2; C: 3; 4\n']]);
  });

  it('has sections of many rows', async () => {
    const { sections } = await files.read('a.csv', `A,B\n${'some,words\n'.repeat(1_000)}`);
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Rows 1 to 236',
      'Rows 237 to 472',
      'Rows 473 to 708',
      'Rows 709 to 944',
      'Rows 945 to 1000',
    ]);
  });
});

describe('JSON', () => {
  it('has one line per value, with all digits of its numbers', async () => {
    const json = '{"a": [1, {"b": 12345678901234567890}], "c": {}, "d": null, "e": "x\\u0000\\ud800y"}';
    const lines = 'a[0]: 1\na[1].b: 12345678901234567890\nc: {}\nd: null\ne: xy\n';
    expect(await files.texts('a.json', json)).toEqual([['', lines]]);
  });
});

describe('plain text', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe 10 €')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFGröße 10 €')],
    ['UTF-16', Buffer.from('\uFEFFGröße 10 €', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\uFEFFGröße 10 €', 'utf16le').swap16()],
    ['windows-1252', Buffer.concat([Buffer.from('Größe 10 ', 'latin1'), Buffer.from([0x80])])],
  ])('is read in %s', async (_, bytes) => {
    expect(await files.texts('a.txt', bytes)).toEqual([['', 'Größe 10 €']]);
  });
});

describe('a text in the character set that its upload declares', () => {
  const bytes = Buffer.from('cff0e8e2e5f2', 'hex');
  it.each([
    ['plain text', 'a.txt', '', 'Привет'],
    ['Markdown', 'a.md', '', 'Привет'],
    ['CSV', 'a.csv', 'A\n', 'A: Привет\n'],
    ['JSON', 'a.json', '', 'Привет\n'],
    ['HTML, whatever that declares', 'a.html', '<meta charset="koi8-r">', 'Привет\n'],
  ])('is read as such: %s', async (_, name, before, text) => {
    const quote = name === 'a.json' ? '"' : '';
    const content = Buffer.concat([Buffer.from(before + quote), bytes, Buffer.from(quote)]);
    const [[, read] = []] = await files.texts(name, content, 'windows-1251');
    expect(read).toBe(text);
  });

  it.each([
    ['utf-16le', Buffer.from('Größe', 'utf16le')],
    ['utf-16be', Buffer.from('Größe', 'utf16le').swap16()],
  ])('may be in UTF-16 without a mark: %s', async (charset, content) => {
    expect(await files.texts('a.txt', content, charset)).toEqual([['', 'Größe']]);
    await expect(files.texts('a.txt', content)).rejects.toThrow('binary');
    const withNul = Buffer.concat([content, Buffer.from([0, 0])]);
    await expect(files.texts('a.txt', withNul, charset)).rejects.toThrow('binary');
  });

  it.each([
    ['UTF-8, which it is', 'Größe', 'koi8-r', 'Größe'],
    ['what its mark says', Buffer.from('\uFEFFGröße', 'utf16le'), 'koi8-r', 'Größe'],
    ['windows-1252, where there is no such set', Buffer.from('Größe', 'latin1'), 'x-none', 'Größe'],
    ['windows-1252, where it is not the UTF-8 declared', Buffer.from('Größe', 'latin1'), 'utf-8', 'Größe'],
  ])('is read in spite of it as %s', async (_, content, charset, text) => {
    expect(await files.texts('a.txt', content, charset)).toEqual([['', text]]);
  });
});

describe('a text in an older encoding that nothing declares', () => {
  it.each(['a.txt', 'a.md', 'a.html', 'a.csv', 'a.json'])(
    'is read in the one that its bytes suggest: %s',
    async (name) => {
      const words = Buffer.from(
        'f3cfd4d2d5c4cec9cbc920c9cdc5c0d420d0d2c1d7cf20cec120cfd4d0d5d3cb',
        'hex',
      ).toString('latin1');
      const text = name === 'a.csv' ? `a\n${words}` : name === 'a.json' ? `"${words}"` : words;
      const [[, read] = []] = await files.texts(name, Buffer.from(text, 'latin1'));
      expect(read).toContain('Сотрудники имеют право на отпуск');
    },
  );
});

describe('a file without content', () => {
  it.each(['docx', 'html', 'md', 'csv', 'json', 'txt'])('is a %s without text', async (extension) => {
    expect(await files.read(`a.${extension}`, '')).toEqual({ page_count: 1, sections: [] });
  });

  it('is not a PDF', async () => {
    await expect(files.read('a.pdf', '')).rejects.toThrow('The PDF is empty.');
  });
});

describe('a file with the wrong type', () => {
  const sheet = zip([packed('[Content_Types].xml', '<Types/>'), packed('xl/workbook.xml', '<workbook/>')]);
  it.each([
    ['a.pdf', PNG, 'labelled as PDF, but its content is PNG (image/png).'],
    ['a.pdf', 'Hello', 'labelled as PDF, but its content is something else.'],
    ['a.docx', 'Hello', 'labelled as DOCX, but its content is something else.'],
    ['a.docx', sheet, 'labelled as DOCX, but its content is XLSX.'],
    ['a.docx', zip([packed('a.txt', 'a')]), 'labelled as DOCX, but its content is a ZIP archive.'],
    ['a.docx', OLE, 'The file is in the format of old Word (.doc); only DOCX is read.'],
    ['a.txt', encryptedPdf(), 'labelled as plain text, but its content is PDF.'],
    ['a.txt', '{\\rtf1 Hello}', 'labelled as plain text, but its content is RTF.'],
    ['a.txt', PNG, 'labelled as plain text, but its content is PNG (image/png).'],
    ['a.md', docx(paragraph('A')), 'labelled as Markdown, but its content is '],
    ['a.csv', 'a\0b', 'labelled as CSV, but its content is binary.'],
  ])('is refused (%s)', async (name, content, sentence) => {
    await expect(files.read(name, content)).rejects.toThrow(sentence);
  });
});

describe('a file that cannot be opened without its password', () => {
  it.each([
    ['a.pdf', encryptedPdf(), 'The PDF is protected by a password.'],
    [
      'a.docx',
      Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')]),
      'The DOCX is protected by a password.',
    ],
    [
      'a.docx',
      zip([{ ...packed('word/document.xml', 'x'), flags: 1 }]),
      'The DOCX is protected by a password.',
    ],
  ])('is refused (%s)', async (name, content, sentence) => {
    await expect(files.read(name, content)).rejects.toThrow(sentence);
  });
});

describe('a broken file', () => {
  it.each([
    ['a.pdf', '%PDF-1.7\nnothing more', 'The PDF is damaged.'],
    ['a.docx', docx(paragraph('A')).subarray(0, 700), 'The DOCX is damaged.'],
    ['a.json', '{\n"a": 1,\n b}', 'The JSON is broken at line 3, column 2.'],
    ['a.csv', 'a,b\n1,"x\n', 'The CSV is broken at line 2: a quote is never closed.'],
    [
      'a.csv',
      'a,b\n1,"x"y\n',
      'The CSV is broken at line 2: a quoted value goes on after its closing quote.',
    ],
    [
      'a.csv',
      'a,b\n1,5" pipe\n',
      'The CSV is broken at line 2: an unquoted value contains a quotation mark.',
    ],
  ])('is refused (%s)', async (name, content, sentence) => {
    await expect(files.read(name, content)).rejects.toThrow(sentence);
  });
});

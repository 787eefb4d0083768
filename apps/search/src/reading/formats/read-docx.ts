import mammoth from 'mammoth';
import { contentOf, mislabelled } from '../child/content-type.ts';
import type { ReadingTask } from '../child/format-reader.ts';
import type { Source } from '../child/source.ts';
import { Unreadable } from '../unreadable.ts';
import { copyOf } from './docx-copy.ts';
import { WrapperSearches } from './docx-wrappers.ts';
import { HtmlSections } from './html-sections.ts';
import { assertHarmless } from './zip-archive.ts';

/** Old Office files, and encrypted ones of any age. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const OTHERS = [
  ['xl/workbook.xml', 'XLSX'],
  ['ppt/presentation.xml', 'PPTX'],
] as const;

const LEVELS = [1, 2, 3, 4, 5, 6];

/** A numbered paragraph has its number in its text. */
const OPTIONS = {
  styleMap: [
    "p[style-name='Title'] => h1:fresh",
    ...LEVELS.flatMap((level) => [
      `p.Heading${level} => h${level}:fresh`,
      `p[style-name='heading ${level}'] => h${level}:fresh`,
    ]),
    ...LEVELS.map((level) => `p:ordered-list(${level}) => p:fresh`),
    "br[type='page'] => br",
    "br[type='column'] => br",
  ],
  convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  externalFileAccess: false,
};

/** Headers and footers are repeated on pages: they come once, after everything else. */
const MARGINS = 'Headers and footers';

/** DOCX: a section a heading, by the styles of paragraphs; a line a row of a table. */
export async function readDocx({ source, sections, characters }: ReadingTask): Promise<number> {
  if (source.size === 0) return 1;
  const searches = new WrapperSearches();
  await assertIsDocx(source, searches);
  const { docx, margins } = await copyOf(source.whole(), searches.parts, characters);
  const { value } = await mammoth.convertToHtml({ buffer: docx }, OPTIONS);
  const html = new HtmlSections(sections, characters);
  html.write(value);
  html.end();
  sections.add(1, MARGINS, margins);
  return 1;
}

async function assertIsDocx(source: Source, searches: WrapperSearches): Promise<void> {
  const head = source.head();
  if (head.subarray(0, COMPOUND.length).equals(COMPOUND)) throw oldOrEncrypted(source);
  if (head.toString('latin1', 0, 2) !== 'PK') {
    throw mislabelled('docx', (await contentOf(source)) ?? 'something else');
  }
  const names = await assertHarmless(source, (piece, part) => searches.take(piece, part));
  if (names.has('word/document.xml') || [...names].some((name) => /^word\/document\d*\.xml$/.test(name)))
    return;
  const other = OTHERS.find(([name]) => names.has(name));
  throw mislabelled('docx', other?.[1] ?? 'a ZIP archive');
}

function oldOrEncrypted(source: Source): Unreadable {
  return source.whole().includes(ENCRYPTED)
    ? new Unreadable('The DOCX is protected by a password.')
    : new Unreadable('The file is in the format of old Word (.doc); only DOCX is read.');
}

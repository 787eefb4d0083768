import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import { contentOf, mislabelled } from '../child/content-type.ts';
import type { ReadingTask } from '../child/format-reader.ts';
import type { Source } from '../child/source.ts';
import { Unreadable, tooLong } from '../unreadable.ts';
import { filledIn } from './filled-in.ts';
import { withWholeWords } from './line-hyphens.ts';
import { PageHeadings } from './page-headings.ts';
import { pageText } from './page-text.ts';
import { type Pdf, outlineOf } from './pdf-outline.ts';

/**
 * What the codes of the encodings of Chinese, Japanese and Korean mean. PDFs name these tables without containing them, and `unpdf`
 * does not either.
 */
const CHARACTER_MAPS = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')));

const OPTIONS = {
  verbosity: 0,
  isEvalSupported: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  cMapUrl: CHARACTER_MAPS,
  cMapPacked: true,
};

/** PDF: a section a page, or several where entries of its outline begin on the page. */
export async function readPdf({ source, sections, characters }: ReadingTask): Promise<number> {
  await assertIsPdf(source);
  const pdf = await open(source);
  const outline = new PageHeadings(await outlineOf(pdf));
  const pages = withWholeWords(await textsOf(pdf, characters));
  for (const [at, text] of pages.entries()) {
    for (const [heading, part] of outline.split(at + 1, text)) sections.add(at + 1, heading, part);
  }
  return pdf.numPages;
}

/** The texts of its pages. @throws Unreadable when they have more characters than allowed. */
async function textsOf(pdf: Pdf, characters: number): Promise<string[]> {
  const texts: string[] = [];
  let length = 0;
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const text = await textOfPage(pdf, page);
    length += text.length;
    if (length > characters) throw tooLong(characters);
    texts.push(text);
  }
  return texts;
}

async function assertIsPdf(source: Source): Promise<void> {
  if (source.size === 0) throw new Unreadable('The PDF is empty.');
  if (source.head().includes('%PDF-')) return;
  throw mislabelled('pdf', (await contentOf(source)) ?? 'something else');
}

async function open(source: Source): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(source.whole().buffer), OPTIONS);
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new Unreadable('The PDF is protected by a password.');
    }
    throw new Unreadable('The PDF is damaged.', { cause: error });
  }
}

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const filled = await filledIn(page);
    page.cleanup();
    const text = pageText(items.filter((item) => 'str' in item));
    return text && filled ? `${text}\n${filled}` : text + filled;
  } catch (error) {
    throw new Unreadable(`The PDF is damaged: its page ${number} cannot be read.`, { cause: error });
  }
}

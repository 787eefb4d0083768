import type { DocumentFormat } from '../document-format.ts';
import { SectionList } from '../section-list.ts';
import type { ReadDocument } from '../section.ts';
import type { FormatReader, ReadingTask } from './format-reader.ts';

/** A library is loaded only for its own format. */
const READERS = {
  pdf: async () => (await import('../formats/read-pdf.ts')).readPdf,
  docx: async () => (await import('../formats/read-docx.ts')).readDocx,
  html: async () => (await import('../formats/read-html.ts')).readHtml,
  markdown: async () => (await import('../formats/read-markdown.ts')).readMarkdown,
  csv: async () => (await import('../formats/read-csv.ts')).readCsv,
  json: async () => (await import('../formats/read-json.ts')).readJson,
  text: async () => (await import('../formats/read-text.ts')).readText,
} satisfies Record<DocumentFormat, () => Promise<FormatReader>>;

/** Loads the reader of a format. */
export function readerOf(format: DocumentFormat): Promise<FormatReader> {
  return READERS[format]();
}

/** Reads a file with no more text than allowed. @throws Unreadable */
export async function readDocument(
  read: FormatReader,
  file: Omit<ReadingTask, 'sections'>,
): Promise<ReadDocument> {
  const sections = new SectionList(file.characters);
  const page_count = await read({ ...file, sections });
  return { page_count, sections: sections.sections };
}

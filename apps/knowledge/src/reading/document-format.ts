import { extname } from 'node:path';

/** What files are read, by what their user calls them. */
export const FORMAT_NAMES = {
  pdf: 'PDF',
  docx: 'DOCX',
  html: 'HTML',
  markdown: 'Markdown',
  csv: 'CSV',
  json: 'JSON',
  text: 'plain text',
} as const;

/** How a file is read. */
export type DocumentFormat = keyof typeof FORMAT_NAMES;

const OF_TYPE: ReadonlyMap<string, DocumentFormat> = new Map([
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/csv', 'csv'],
  ['application/csv', 'csv'],
  ['text/comma-separated-values', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['text/plain', 'text'],
]);

const OF_EXTENSION: ReadonlyMap<string, DocumentFormat> = new Map([
  ['.pdf', 'pdf'],
  ['.docx', 'docx'],
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.xhtml', 'html'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.json', 'json'],
  ['.txt', 'text'],
  ['.text', 'text'],
  ['.log', 'text'],
]);

/** Types that say nothing of the content: the name's extension tells. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/**
 * How files of this content type are read, or null when they are not. A type that says nothing falls back to the name's extension; so do
 * two that senders without a better one use: `text/plain` for Markdown, and Excel's for CSV.
 */
export function formatOf(contentType: string, name: string): DocumentFormat | null {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const byName = OF_EXTENSION.get(extname(name).toLowerCase()) ?? null;
  if (VAGUE.has(type)) return byName;
  if (type === 'text/plain' && byName === 'markdown') return 'markdown';
  if (type === 'application/vnd.ms-excel' && byName === 'csv') return 'csv';
  if (type.startsWith('application/') && type.endsWith('+json')) return 'json';
  return OF_TYPE.get(type) ?? null;
}

/** Whether a text names a format. */
export function isDocumentFormat(text: string | undefined): text is DocumentFormat {
  return text !== undefined && Object.hasOwn(FORMAT_NAMES, text);
}

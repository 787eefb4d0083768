import { type DocumentFormat, fileTypeOf } from '@pks/contracts';

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

/** Content types that do not name a format: the file's extension decides. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

const CHARSET = /;\s*charset=([^\s;"]{1,40})/i;

/**
 * The format of files with this content type; null if they are not read. For a generic type, the name's extension decides; so it does
 * for two that clients often send: `text/plain` for Markdown, and Excel's for CSV.
 */
export function formatOf(contentType: string, name: string): DocumentFormat | null {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const byName = fileTypeOf(name)?.format ?? null;
  if (VAGUE.has(type)) return byName;
  if (type === 'text/plain' && byName === 'markdown') return 'markdown';
  if (type === 'application/vnd.ms-excel' && byName === 'csv') return 'csv';
  if (type.startsWith('application/') && type.endsWith('+json')) return 'json';
  return OF_TYPE.get(type) ?? null;
}

/** The character set that a content type declares, if any; it may not exist. */
export function charsetOf(contentType: string): { readonly charset?: string } {
  const charset = CHARSET.exec(contentType)?.[1];
  return charset === undefined ? {} : { charset };
}

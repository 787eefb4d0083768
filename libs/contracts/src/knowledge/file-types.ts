import type { DocumentFormat } from './document-readings.contract.ts';

/** The content type and the text format of files with an extension. */
export interface FileType {
  readonly contentType: string;
  readonly format: DocumentFormat;
}

const BY_EXTENSION: ReadonlyMap<string, FileType> = new Map([
  ['pdf', { contentType: 'application/pdf', format: 'pdf' }],
  [
    'docx',
    {
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      format: 'docx',
    },
  ],
  ['html', { contentType: 'text/html', format: 'html' }],
  ['htm', { contentType: 'text/html', format: 'html' }],
  ['xhtml', { contentType: 'application/xhtml+xml', format: 'html' }],
  ['md', { contentType: 'text/markdown', format: 'markdown' }],
  ['markdown', { contentType: 'text/markdown', format: 'markdown' }],
  ['csv', { contentType: 'text/csv', format: 'csv' }],
  ['tsv', { contentType: 'text/tab-separated-values', format: 'csv' }],
  ['json', { contentType: 'application/json', format: 'json' }],
  ['txt', { contentType: 'text/plain', format: 'text' }],
  ['text', { contentType: 'text/plain', format: 'text' }],
  ['log', { contentType: 'text/plain', format: 'text' }],
]);

/** The type of a file by the extension of its name; undefined if it has none, or one of files without text. */
export function fileTypeOf(name: string): FileType | undefined {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) : undefined;
}

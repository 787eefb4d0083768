import type { DocumentFormat } from './document-readings.contract.ts';

/** The content type of files, and how their text is read. */
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

/** What the extension of a name says about a file; undefined without one, or with another one than those of files with a text. */
export function fileTypeOf(name: string): FileType | undefined {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) : undefined;
}

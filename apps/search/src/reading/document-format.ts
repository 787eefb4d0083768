import type { DocumentFormat } from '@pks/contracts';

export type { DocumentFormat } from '@pks/contracts';

/** What is known about a file before it is read. */
export interface DocumentType {
  readonly format: DocumentFormat;
  /** The character set that its upload declares, which may not exist. */
  readonly charset: string | undefined;
}

/** The formats that are read, by the names that users have for them. */
export const FORMAT_NAMES = {
  pdf: 'PDF',
  docx: 'DOCX',
  html: 'HTML',
  markdown: 'Markdown',
  csv: 'CSV',
  json: 'JSON',
  text: 'plain text',
} as const satisfies Record<DocumentFormat, string>;

/** Whether a text names a format. */
export function isDocumentFormat(text: string | undefined): text is DocumentFormat {
  return text !== undefined && Object.hasOwn(FORMAT_NAMES, text);
}

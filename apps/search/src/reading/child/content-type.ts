import { type DocumentFormat, FORMAT_NAMES } from '../document-format.ts';
import { Unreadable } from '../unreadable.ts';
import type { Source } from './source.ts';

/** Names that users know, for types that `file-type` names differently. */
const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/zip': 'a ZIP archive',
  'application/x-cfb': 'an old Office format or encrypted',
};

/** The error for a file whose content does not match its label. */
export function mislabelled(format: DocumentFormat, content: string): Unreadable {
  return new Unreadable(`The file is labelled as ${FORMAT_NAMES[format]}, but its content is ${content}.`);
}

/**
 * The type of a file by its first bytes, in words; null if they do not determine one. The library is loaded only for the few files that need it.
 */
export async function contentOf(source: Source): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    const type = await fileTypeFromBuffer(source.head());
    return type ? (NAMES[type.mime] ?? `${type.ext.toUpperCase()} (${type.mime})`) : null;
  } catch {
    return null;
  }
}

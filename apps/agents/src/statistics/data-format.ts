import { extname } from 'node:path';
import type { DataFormat } from './question.ts';

const OF_TYPE: ReadonlyMap<string, DataFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/csv', 'csv'],
  ['text/comma-separated-values', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/x-ndjson', 'json'],
  ['application/jsonl', 'json'],
]);

const OF_EXTENSION: ReadonlyMap<string, DataFormat> = new Map([
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.json', 'json'],
  ['.jsonl', 'json'],
  ['.ndjson', 'json'],
]);

/** Vague content types, which clients also send for CSV and JSON files: the extension decides. */
const VAGUE: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'binary/octet-stream',
  'text/plain',
]);

/** The format in which a document is read; null if it is not data. */
export function dataFormatOf(contentType: string, name: string): DataFormat | null {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (VAGUE.has(type)) return OF_EXTENSION.get(extname(name).toLowerCase()) ?? null;
  return OF_TYPE.get(type) ?? (type.endsWith('+json') ? 'json' : null);
}

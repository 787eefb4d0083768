const READABLE: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/html',
  'text/markdown',
  'text/csv',
  'application/json',
  'text/plain',
]);

/** Whether files of this type are read; all others are kept without text (decisions 4). */
export function isReadable(contentType: string): boolean {
  return READABLE.has((contentType.split(';')[0] ?? '').trim().toLowerCase());
}

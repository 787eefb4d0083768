const UNKNOWN = 'application/octet-stream';

/** The types of the formats whose text is extracted. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['txt', 'text/plain'],
]);

const TYPE = /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})\s*(?:;|$)/;
const CHARSET = /;\s*charset=(?:"([\w:.+-]{1,40})"|([\w:.+-]{1,40}))\s*(?:;|$)/i;

/** The type of a file: the one it was sent with, with its charset and no other parameter; by its name where that is missing or generic. */
export function contentTypeOf(sent: string | undefined, fileName: string): string {
  const type = TYPE.exec(sent ?? '')?.[1]?.toLowerCase() ?? UNKNOWN;
  if (type === UNKNOWN) return BY_EXTENSION.get(extensionOf(fileName)) ?? UNKNOWN;
  const [, quoted, plain] = CHARSET.exec(sent ?? '') ?? [];
  const charset = quoted ?? plain;
  return charset === undefined ? type : `${type}; charset=${charset.toLowerCase()}`;
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
}

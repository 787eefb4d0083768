import { fileTypeOf } from '@pks/contracts';

const UNKNOWN = 'application/octet-stream';

const TYPE = /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})\s*(?:;|$)/;
const CHARSET = /;\s*charset=(?:"([\w:.+-]{1,40})"|([\w:.+-]{1,40}))\s*(?:;|$)/i;

/** The type of a file: the type that was sent, with its charset and no other parameter; derived from the name if none or a generic one was sent. */
export function contentTypeOf(sent: string | undefined, fileName: string): string {
  const type = TYPE.exec(sent ?? '')?.[1]?.toLowerCase() ?? UNKNOWN;
  if (type === UNKNOWN) return fileTypeOf(fileName)?.contentType ?? UNKNOWN;
  const [, quoted, plain] = CHARSET.exec(sent ?? '') ?? [];
  const charset = quoted ?? plain;
  return charset === undefined ? type : `${type}; charset=${charset.toLowerCase()}`;
}

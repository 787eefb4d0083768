import { TextDecoder } from 'node:util';
import type { DocumentFormat } from '../document-format.ts';
import { tooLong } from '../unreadable.ts';
import { contentOf, mislabelled } from './content-type.ts';
import type { Source } from './source.ts';

const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** Text formats that are not plain text. */
const DISGUISED = [
  ['PDF', '%PDF-'],
  ['RTF', '{\\rtf'],
] as const;

/**
 * The text of a file, one piece after another: decoded by its byte order mark, else as UTF-8 where all of it is valid, else by the
 * character set that it declares, else as windows-1252. @throws Unreadable when the content is not text.
 */
export async function* decoded(
  source: Source,
  format: DocumentFormat,
  declared?: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(source, format, declared));
  for (const chunk of source.chunks(0)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The whole text of a file. @throws Unreadable when it has more characters. */
export async function textOf(source: Source, format: DocumentFormat, most: number): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of decoded(source, format)) {
    length += part.length;
    if (length > most) throw tooLong(most);
    parts.push(part);
  }
  return parts.join('');
}

async function encodingOf(source: Source, format: DocumentFormat, declared?: string): Promise<string> {
  const head = source.head();
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
  if (marked) return marked[0];
  for (const [name, beginning] of DISGUISED) {
    if (head.toString('latin1', 0, beginning.length) === beginning) throw mislabelled(format, name);
  }
  const kind = kindOfBytes(source);
  if (kind === 'UTF-8') return 'utf-8';
  const content = await contentOf(source);
  if (kind === 'binary' || content !== null) throw mislabelled(format, content ?? 'binary');
  return isKnown(declared) ? declared : 'windows-1252';
}

function kindOfBytes(source: Source): 'UTF-8' | 'other text' | 'binary' {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let valid = true;
  for (const chunk of source.chunks(0)) {
    if (chunk.includes(0)) return 'binary';
    valid &&= decodes(decoder, chunk);
  }
  return valid && decodes(decoder) ? 'UTF-8' : 'other text';
}

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

function isKnown(encoding: string | undefined): encoding is string {
  try {
    return encoding !== undefined && new TextDecoder(encoding).encoding !== 'replacement';
  } catch {
    return false;
  }
}

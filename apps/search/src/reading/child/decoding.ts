import { TextDecoder } from 'node:util';
import type { DocumentFormat } from '../document-format.ts';
import { tooLong } from '../unreadable.ts';
import { contentOf, mislabelled } from './content-type.ts';
import { guessEncoding } from './encoding-guess.ts';
import type { ReadingTask } from './format-reader.ts';
import type { Source } from './source.ts';

const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** Formats that look like plain text, but are not. */
const DISGUISED = [
  ['PDF', '%PDF-'],
  ['RTF', '{\\rtf'],
] as const;

/**
 * The text of a file, one piece after another: decoded by its byte order mark, else as UTF-8 if all of it is valid, else by the
 * character set that its upload declares, else by the one that is declared within, else by the one that its first bytes suggest.
 * With zero bytes, it is text only in UTF-16.
 * @throws Unreadable if the content is not text.
 */
export async function* decoded(
  { source, charset }: Pick<ReadingTask, 'source' | 'charset'>,
  format: DocumentFormat,
  declaredWithin?: string,
): AsyncGenerator<string> {
  const encoding =
    (await certainEncodingOf(source, format, charset)) ??
    otherThanUtf8(charset) ??
    encodingNamed(declaredWithin) ??
    guessEncoding(source.head());
  const decoder = new TextDecoder(encoding);
  for (const chunk of source.chunks(0)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The whole text of a file. @throws Unreadable if it has more characters than allowed. */
export async function textOf(task: ReadingTask, format: DocumentFormat): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of decoded(task, format)) {
    length += part.length;
    if (length > task.characters) throw tooLong(task.characters);
    parts.push(part);
  }
  return parts.join('');
}

async function certainEncodingOf(
  source: Source,
  format: DocumentFormat,
  charset: string | undefined,
): Promise<string | undefined> {
  const head = source.head();
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
  if (marked) return marked[0];
  for (const [name, beginning] of DISGUISED) {
    if (head.toString('latin1', 0, beginning.length) === beginning) throw mislabelled(format, name);
  }
  const kind = kindOfBytes(source);
  if (kind === 'UTF-8') return 'utf-8';
  const content = await contentOf(source);
  if (content !== null) throw mislabelled(format, content);
  if (kind === 'other text') return undefined;
  const declared = encodingNamed(charset);
  if (declared?.startsWith('utf-16') && isTextIn(source, declared)) return declared;
  throw mislabelled(format, 'binary');
}

/** Whether all of a file is text in an encoding, without a NUL. */
function isTextIn(source: Source, encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (const chunk of source.chunks(0)) {
      if (decoder.decode(chunk, { stream: true }).includes('\0')) return false;
    }
    return !decoder.decode().includes('\0');
  } catch {
    return false;
  }
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

/** Ignores a declared UTF-8: clients declare it without looking, and these bytes are not valid UTF-8. */
function otherThanUtf8(charset: string | undefined): string | undefined {
  const encoding = encodingNamed(charset);
  return encoding === 'utf-8' ? undefined : encoding;
}

function encodingNamed(charset: string | undefined): string | undefined {
  try {
    const encoding = charset && new TextDecoder(charset).encoding;
    return encoding === 'replacement' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

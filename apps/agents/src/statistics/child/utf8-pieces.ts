import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** How much of a text is examined to find its encoding. Bytes. */
const LOOKED_AT = 1 << 16;
/** A character may be cut at the end of the examined bytes: up to this many of its bytes are ignored. */
const CUT = 3;

/** The bytes of a text as UTF-8 without a byte order mark. A text that neither has a mark nor begins as UTF-8 is read as windows-1252. */
export async function* utf8Pieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    if (!head) {
      yield recoded(piece, decoder);
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < LOOKED_AT) continue;
    decoder = decoderOf(head);
    yield recoded(unmarked(head), decoder);
    head = undefined;
  }
  if (!head) return;
  decoder = decoderOf(head);
  yield recoded(unmarked(head), decoder);
}

function recoded(piece: Buffer, decoder: TextDecoder | null): Buffer {
  return decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
}

/** The decoder for the text; null if it is UTF-8 already. */
function decoderOf(head: Buffer): TextDecoder | null {
  const marked = markOf(head)?.[0] ?? (startsAsUtf8(head) ? 'utf-8' : 'windows-1252');
  return marked === 'utf-8' ? null : new TextDecoder(marked);
}

function startsAsUtf8(head: Buffer): boolean {
  const whole = head.length < LOOKED_AT;
  if (whole) return isUtf8(head);
  return [0, 1, 2, CUT].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

function unmarked(head: Buffer): Buffer {
  return head.subarray(markOf(head)?.[1].length ?? 0);
}

function markOf(head: Buffer): (typeof BYTE_ORDER_MARKS)[number] | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
}

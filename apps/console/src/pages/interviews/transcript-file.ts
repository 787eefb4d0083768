import { texts } from '../../texts.ts';

/** The longest transcript. Characters. */
const MOST_CHARACTERS = 4_000_000;
/** The most bytes of one character in a file. */
const MOST_BYTES = 4;

/** The text of a file in UTF-8, UTF-16 or the encoding of older programs. @throws Error if the file is not a text, or too long */
export async function transcriptIn(file: File): Promise<string> {
  if (file.size > MOST_CHARACTERS * MOST_BYTES) throw new Error(texts.importing.tooLong);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  if (text.includes('\0')) throw new Error(texts.importing.noText(file.name));
  if (text.length > MOST_CHARACTERS) throw new Error(texts.importing.tooLong);
  return text;
}

function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

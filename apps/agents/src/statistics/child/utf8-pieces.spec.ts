import { describe, expect, it } from '@jest/globals';
import { utf8Pieces } from './utf8-pieces.ts';

async function recoded(bytes: Buffer, size: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const all: Buffer[] = [];
  for await (const piece of utf8Pieces(pieces())) all.push(piece);
  return Buffer.concat(all).toString();
}

const TEXT = 'Zürich, 日本, 😀\n';
const LONG = TEXT.repeat(20_000);
const marked = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('pieces of text in UTF-8', () => {
  it.each<[string, string, Buffer]>([
    ['UTF-8', LONG, Buffer.from(LONG)],
    ['UTF-8 with a byte order mark', LONG, Buffer.from(`\uFEFF${LONG}`)],
    ['UTF-16', LONG, marked(LONG)],
    ['UTF-16 in the order of networks', LONG, marked(LONG).swap16()],
    ['a little UTF-16 in the order of networks', TEXT, marked(TEXT).swap16()],
    ['windows-1252', '5 €, it’s Zürich', Buffer.from('5 \x80, it\x92s Z\xfcrich', 'latin1')],
    [
      'windows-1252, of which much is ASCII',
      `${'a'.repeat(70_000)}é`,
      Buffer.from(`é${'a'.repeat(70_000)}é`, 'latin1').subarray(1),
    ],
    ['nothing', '', Buffer.alloc(0)],
  ])('are those of %s, wherever it is cut', async (name, text, bytes) => {
    const isLate = name.endsWith('ASCII');
    const expected = isLate ? `${'a'.repeat(70_000)}\uFFFD` : text;
    for (const size of [7_919, 1 << 16, 1 << 20]) {
      if (!isLate || size < 1 << 20) await expect(recoded(bytes, size)).resolves.toBe(expected);
    }
  });

  it.each([1, 2, 3])('are UTF-8 where a character is cut after %d bytes', async (bytes) => {
    const text = `${'é'}${'a'.repeat((1 << 16) - 2 - bytes)}😀 and more`;
    await expect(recoded(Buffer.from(text), 1 << 16)).resolves.toBe(text);
  });
});

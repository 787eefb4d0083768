import { describe, expect, it } from '@jest/globals';
import { transcriptIn } from './transcript-file.ts';

const fileOf = (bytes: readonly number[] | string, name = 'call.txt'): File =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);

describe('the file of a transcript', () => {
  it.each([
    ['UTF-8', [0x4a, 0xc3, 0xb8]],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0xb8]],
    ['UTF-16', [0xff, 0xfe, 0x4a, 0, 0xf8, 0]],
    ['UTF-16 the other way round', [0xfe, 0xff, 0, 0x4a, 0, 0xf8]],
    ['Windows-1252', [0x4a, 0xf8]],
  ])('is read as %s', async (_encoding, bytes) => {
    expect(await transcriptIn(fileOf(bytes))).toBe('Jø');
  });

  it('is refused by its name where it is no text', async () => {
    await expect(transcriptIn(fileOf([0x50, 0x4b, 3, 4, 0, 0], 'call.docx'))).rejects.toThrow(
      '“call.docx” is not a text file',
    );
  });

  it('is refused before it is shown where it is too long', async () => {
    await expect(transcriptIn(fileOf('a'.repeat(4_000_001)))).rejects.toThrow('4,000,000 characters');
    for (const longest of ['a', 'ø'].map((letter) => letter.repeat(4_000_000)))
      expect(await transcriptIn(fileOf(longest))).toHaveLength(4_000_000);
  });
});

import { randomInt } from 'node:crypto';
import anyAscii from 'any-ascii';

/** As long as titles may be, so that a difference at the ends of two titles is not lost (decisions 1, Lengths). */
const MAX_LENGTH = 255;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Pictures belong to no script and are not transliterated. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;

/**
 * The slug of a title: transliterated from any script, in lower case, words joined by `-`; `artifact-` and 8 random characters if nothing
 * is left. Titles that differ only in their normalization (NFC, NFD) have the same slug.
 */
export function slugOf(title: string): string {
  const words = anyAscii(title.normalize('NFC').replace(PICTURES, ' '))
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '');
  const slug = words.slice(0, MAX_LENGTH).replace(/-$/, '');
  return slug === '' ? `artifact-${randomCharacters(8)}` : slug;
}

function randomCharacters(count: number): string {
  return Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

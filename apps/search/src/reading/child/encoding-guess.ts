import { TextDecoder } from 'node:util';
import { type EncodingName, analyse } from 'chardet';

/** The encoding of a text whose bytes do not clearly suggest another one. */
const WESTERN = 'windows-1252';

/** Fewer bytes beyond ASCII say nothing about their encoding. */
const FEWEST = 10;

/** Guesses with their confidence, from 0 to 100. */
type Guesses = ReadonlyMap<EncodingName, number>;

/** Whether a guessed encoding is right, by the confidence in it, the text decoded by it, and the other guesses. */
type Check = (confidence: number, text: string, guesses: Guesses) => boolean;

/** Accepts a guess that is certain, as it is for texts of more than ten characters of the encoding. */
const certain: Check = (confidence) => confidence >= 80;

/** Requires kana: a text without them is Chinese, whose bytes stand for characters in Japanese encodings, too. */
const japanese: Check = (confidence, text, guesses) =>
  certain(confidence, text, guesses) && /[\u3041-\u30fa]/.test(text);

/** Words of another alphabet have no Latin letters; most western words with accents, decoded as that alphabet, do. */
const otherAlphabet: Check = (confidence, text) => confidence >= 20 && isUnmixed(text);

/** Alphabets with other accents differ little from the western one. */
const otherAccents: Check = (confidence, _text, guesses) => {
  const western = Math.max(guesses.get('ISO-8859-1') ?? 0, guesses.get('windows-1252') ?? 0);
  return confidence >= 35 && confidence >= 1.5 * western;
};

const CHECKS: ReadonlyMap<EncodingName, Check> = new Map([
  // With more than a tenth of broken characters, the confidence is less.
  ['UTF-8', (confidence) => confidence >= 25],
  ['Shift_JIS', japanese],
  ['EUC-JP', japanese],
  ['GB18030', certain],
  ['Big5', certain],
  ['EUC-KR', certain],
  ['windows-1251', otherAlphabet],
  ['KOI8-R', otherAlphabet],
  ['ISO-8859-5', otherAlphabet],
  ['ISO-8859-6', otherAlphabet],
  ['windows-1256', otherAlphabet],
  ['ISO-8859-7', otherAlphabet],
  ['windows-1253', otherAlphabet],
  ['ISO-8859-8', otherAlphabet],
  ['windows-1255', otherAlphabet],
  ['windows-874', otherAlphabet],
  ['ISO-8859-2', otherAccents],
  ['windows-1250', otherAccents],
  ['ISO-8859-9', otherAccents],
  ['windows-1254', otherAccents],
  ['windows-1257', otherAccents],
]);

/** The encoding of a text by its first bytes: windows-1252 if they do not clearly suggest another one. */
export function guessEncoding(bytes: Buffer): string {
  if (bytes.filter((byte) => byte > 0x7f).length < FEWEST) return WESTERN;
  const guesses: Guesses = new Map(analyse(bytes).map(({ name, confidence }) => [name, confidence]));
  for (const [name, confidence] of guesses) {
    const isRight = CHECKS.get(name);
    if (isRight?.(confidence, new TextDecoder(name).decode(bytes), guesses)) return name.toLowerCase();
  }
  return WESTERN;
}

function isUnmixed(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /\P{Script=Latin}/u.test(word));
  const mixed = words.filter((word) => /\p{Script=Latin}/u.test(word));
  return mixed.length <= words.length / 20;
}

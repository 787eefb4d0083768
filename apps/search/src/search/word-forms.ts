import { stem } from 'porter2';

/** The number of words whose forms are cached: all of most projects. */
const REMEMBERED = 50_000;
const FORMS = new Map<string, string>();

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Laoo}\p{scx=Mymr}]/u;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** Most texts are split faster. */
const ASCII = /^[\0-\x7f]*$/;

/** The words of a text, as they are written. They are split and compared like those of the engine's index. */
export function wordsIn(text: string): string[] {
  if (ASCII.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  if (!UNSPACED.test(text)) return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
  return [...SEGMENTER.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Marks that people leave out. Those of other scripts are vowels and the like. */
const ACCENTS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;

/** What no normalization makes plain, and vowels of Thai and Lao that it takes apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  '\u0e4d\u0e32': '\u0e33',
  '\u0ecd\u0eb2': '\u0eb3',
};
const NOT_PLAIN = new RegExp(Object.keys(PLAIN).join('|'), 'g');

/** A text without accents and in lower case, the same however it is encoded. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  return bare.replace(NOT_PLAIN, (letters) => PLAIN[letters] ?? letters).normalize('NFC');
}

/** Of these words, those that folding changes in more than their case, folded. */
export function foldedOtherwise(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const plain = folded(word);
    return plain === word.toLowerCase() ? [] : [plain];
  });
}

/** What the inflections of an English word have in common, folded: the engine's index has the same (Porter2). */
export function formOf(word: string): string {
  const known = FORMS.get(word);
  if (known !== undefined) return known;
  const plain = folded(word);
  const form = /^[a-z]+$/.test(plain) ? stem(plain) : plain;
  if (FORMS.size >= REMEMBERED) FORMS.clear();
  FORMS.set(word, form);
  return form;
}

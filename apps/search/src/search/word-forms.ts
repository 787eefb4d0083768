import { stem } from 'porter2';
import { nounOf } from './korean-nouns.ts';
import { normalForm } from './normal-forms.ts';

/** The number of words whose forms are cached: all of most projects. */
const REMEMBERED = 50_000;
const FORMS = new Map<string, string>();

/** Invisible characters in words: soft hyphens and joiners, which divide no word. */
const INVISIBLE = '\u200d\u200c\u00ad\u2060\ufeff';

/** A word of a script that is written with spaces. */
export const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}][\\p{L}\\p{N}\\p{M}${INVISIBLE}]*`, 'gu');

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Laoo}\p{sc=Mymr}]/u;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** Most texts are like this, and are split faster. */
const ASCII = /^[\0-\x7f]*$/;

/** The words of a text, as they are written. They are split and compared like those of the engine's index. */
export function wordsIn(text: string): string[] {
  if (ASCII.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  if (!UNSPACED.test(text)) return text.match(WORD) ?? [];
  return [...SEGMENTER.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? (segment.match(WORD) ?? []) : [],
  );
}

/** The joint of a Persian compound: a character between its parts that keeps their letters from joining. */
const COMPOUND = /\p{scx=Arab}\u200c\p{scx=Arab}/u;

/** The words by which a text is found: those of `wordsIn`, and the parts of Persian ones. */
export function findableIn(text: string): string[] {
  const words = wordsIn(text);
  return text.includes('\u200c') ? words.flatMap((word) => [word, ...partsOf(word)]) : words;
}

function partsOf(word: string): string[] {
  return COMPOUND.test(word) ? (word.match(/[^\u200c]+/g) ?? []) : [];
}

/** Accents, which people leave out. The marks of other scripts are vowels and the like. */
const ACCENTS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;

/** The dash that lengthens Arabic letters, and the dots of Indic letters, which people leave out. */
const TATWEEL = '\u0640';
const NUKTAS = '\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc';

/** Letters that no normalization makes plain, vowels of Thai and Lao that it takes apart, and letters that are written in several ways. */
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
  // Arabic, Persian, Urdu and Kurdish yeh, kaf and heh.
  ...sameLetters('\u064a', '\u0649', '\u06cc'),
  ...sameLetters('\u0643', '\u06a9'),
  ...sameLetters('\u0647', '\u0629', '\u06c1', '\u06d5'),
  // Final consonants of Malayalam, as they were encoded before they had characters of their own.
  'ണ്\u200d': 'ൺ',
  'ന്\u200d': 'ൻ',
  'ര്\u200d': 'ർ',
  'ല്\u200d': 'ൽ',
  'ള്\u200d': 'ൾ',
  'ക്\u200d': 'ൿ',
  ...leftOut(INVISIBLE, TATWEEL, NUKTAS),
};
const NOT_PLAIN = new RegExp(Object.keys(PLAIN).join('|'), 'g');

/** Decimal digits of scripts that have their own. Most texts have nothing beyond Latin, Greek and Cyrillic. */
const DIGIT = /[^\P{Nd}0-9]/gu;
const BEYOND = /[\u0600-\u1fff\ua600-\uffff]/;

/** A text without accents and in lower case, the same however it is encoded, and in whichever digits and letters it is written. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = normalForm(text, 'NFKD').replace(ACCENTS, '').toLowerCase();
  const plain = bare.replace(NOT_PLAIN, (letters) => PLAIN[letters] ?? letters);
  return normalForm(BEYOND.test(plain) ? plain.replace(DIGIT, asciiDigit) : plain, 'NFC');
}

function leftOut(...letters: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...letters.join('')].map((letter) => [letter, '']));
}

function sameLetters(letter: string, ...others: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(others.map((other) => [other, letter]));
}

/** Digits are encoded from 0 to 9, ten by ten. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** The other words as which these are indexed and queried: Korean nouns, and folded words if folding changes more than their case. */
export function otherwise(words: readonly string[]): string[] {
  const others = words.filter((word) => !ASCII.test(word));
  return others.flatMap((word) => {
    const plain = folded(word);
    return [...nounsIn(plain), ...(plain === '' || plain === word.toLowerCase() ? [] : [plain])];
  });
}

function nounsIn(plain: string): readonly string[] {
  const noun = nounOf(plain);
  return noun === null ? [] : [noun];
}

/** The forms by which a word is compared: its own first, then that of its noun if it is a Korean word with a particle. */
export function formsOf(word: string): readonly string[] {
  const form = formOf(word);
  return [form, ...nounsIn(form)];
}

/**
 * The words that are indexed in addition to a text, so that its words are found in other spellings, and by their parts: the engine
 * stems words before it removes their accents.
 */
export function indexedBeside(text: string): string[] {
  if (ASCII.test(text)) return [];
  const words = wordsIn(text);
  return [...otherwise(words), ...words.flatMap(partsOf).map(folded)];
}

/** The folded stem that the inflections of an English word share, as in the engine's index (Porter2); any other word, folded. */
export function formOf(word: string): string {
  const known = FORMS.get(word);
  if (known !== undefined) return known;
  const plain = folded(word);
  const form = /^[a-z]+$/.test(plain) ? stem(plain) : plain;
  if (FORMS.size >= REMEMBERED) FORMS.clear();
  FORMS.set(word, form);
  return form;
}

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

/** What the inflections of an English word have in common, without accents, in lower case: the engine's index has the same (Porter2). */
export function formOf(word: string): string {
  const known = FORMS.get(word);
  if (known !== undefined) return known;
  const folded = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const form = /^[a-z]+$/.test(folded) ? stem(folded) : folded;
  if (FORMS.size >= REMEMBERED) FORMS.clear();
  FORMS.set(word, form);
  return form;
}

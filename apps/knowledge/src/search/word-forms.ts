import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';

/** The number of words whose stems are cached. */
const REMEMBERED = 20_000;
const STEMS = new LRUCache<string, string>({ max: REMEMBERED });

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Laoo}\p{scx=Mymr}]/u;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text, as they are written. They are split and compared like those of the engine's index. */
export function wordsIn(text: string): string[] {
  if (!UNSPACED.test(text)) return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
  return [...SEGMENTER.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** What the inflections of an English word have in common, without accents, in lower case. */
export function formOf(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const folded = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const form = /^[a-z]+$/.test(folded) ? stemmer(folded) : folded;
  STEMS.set(word, form);
  return form;
}

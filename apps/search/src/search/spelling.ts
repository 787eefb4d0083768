import type { Table } from '@lancedb/lancedb';
import { isEnglish } from './english-words.ts';
import { mistakesAllowed, mistakesBetween } from './misspelling.ts';
import { type Findable, rowsByWords } from './passage-filter.ts';
import { textOf } from './passage-rows.ts';
import { formOf } from './word-forms.ts';
import { countedWords } from './word-matching.ts';

/** How many passages with similar words, and how many with a beginning of the word, are searched for what a misspelt word may stand for. */
const LOOKED_THROUGH = 100;
/** The most forms of words that the engine tries, and the most words that a misspelt one may stand for. */
const [MOST_TRIED, MOST_SIMILAR] = [50, 10];
/**
 * A mistake in the ending of a word makes another form of it, so its beginnings are looked up, too: the most letters that they leave out,
 * and the fewest that remain.
 */
const [LONGEST_ENDING, SHORTEST_BEGINNING] = [4, 4];

/** Whether a word that does not occur may be misspelt: not if it is English, short, very long, or has digits. */
export async function mayBeMisspelt(word: string): Promise<boolean> {
  return mistakesAllowed(word) > 0 && !(await isEnglish(word));
}

/**
 * The words of passages for which a misspelt one may stand, one of each form, in no order: of those with its first letter, the ones
 * that are spelt most similarly, as they are written or in their forms.
 */
export async function spellingsOf(table: Table, misspelt: string, findable: Findable): Promise<string[]> {
  const [word, form] = [misspelt.toLowerCase(), formOf(misspelt)];
  const read = { columns: ['wording'], limit: LOOKED_THROUGH };
  const fuzzy = { fuzziness: mistakesAllowed(word), maxExpansions: MOST_TRIED, prefixLength: 1 };
  const beginnings = beginningsOf(word);
  const [similar, begun] = await Promise.all([
    rowsByWords(table, { ...read, words: form, fuzzy }, findable),
    beginnings.length === 0 ? [] : rowsByWords(table, { ...read, words: beginnings.join(' ') }, findable),
  ]);
  const others = new Map<string, { readonly word: string; readonly mistakes: number }>();
  for (const row of [...similar, ...begun]) {
    for (const [otherForm, { word: other }] of countedWords(textOf(row, 'wording')).forms) {
      if (otherForm[0] !== form[0]) continue;
      const mistakes = Math.min(mistakesIn(word, other.toLowerCase()), mistakesIn(form, otherForm));
      if (mistakes < (others.get(otherForm)?.mistakes ?? Infinity))
        others.set(otherForm, { word: other, mistakes });
    }
  }
  const fewest = Math.min(...[...others.values()].map(({ mistakes }) => mistakes));
  return [...others.values()]
    .filter(({ mistakes }) => mistakes === fewest)
    .slice(0, MOST_SIMILAR)
    .map(({ word: other }) => other);
}

/** The number of mistakes if `word` is a misspelt `other`; infinite if there are more than allowed. */
function mistakesIn(word: string, other: string): number {
  const most = mistakesAllowed(word);
  const mistakes = mistakesBetween(word, other, most);
  return mistakes > most ? Infinity : mistakes;
}

function beginningsOf(word: string): string[] {
  const shortest = Math.max(SHORTEST_BEGINNING, word.length - LONGEST_ENDING);
  return Array.from({ length: Math.max(0, word.length - shortest) }, (_none, index) =>
    word.slice(0, shortest + index),
  );
}

import type { Table } from '@lancedb/lancedb';
import { mistakesAllowed, mistakesBetween } from './misspelling.ts';
import { type Findable, rowsByWords } from './passage-filter.ts';
import { numberOf, textOf } from './passage-rows.ts';
import { formOf } from './word-forms.ts';
import { type CountedWords, countedWords, type Term } from './word-matching.ts';
import type { Occurrence, WordOccurrences } from './word-occurrences.ts';

/** How rare so many words are is looked up; further ones count as usual ones. */
const LOOKED_UP = 16;
/** The number of different words that a misspelt one may stand for. */
const MOST_SPELLINGS = 20;
/** How much a word counts that is spelt differently. */
const MISSPELT = 0.8;
/** The parameters of the engine's BM25. */
const [K1, B] = [1.2, 0.75];

/** What the engine knows of a word of a query. */
export interface KnownWord {
  readonly forms: ReadonlyMap<string, number>;
  /** The best passage with one of the forms; null where there is none. */
  readonly best: Occurrence | null;
  /** The passages that contain a word which is spelt nearly so, where it does not occur itself. */
  readonly similar: readonly unknown[];
}

/**
 * Looks up words. One that does not occur is misspelt: those with the same first letter that are spelt most similarly count
 * instead. It counts itself, too, in a passage that is stored only then.
 */
export async function lookedUp(
  table: Table,
  words: readonly string[],
  columns: readonly string[],
  findable: Findable,
  limit: number,
  occurrences: WordOccurrences,
): Promise<KnownWord[]> {
  if (words.length === 0) return [];
  const occurrenceOf = await occurrences.in(table, findable);
  return Promise.all(
    words.slice(0, LOOKED_UP).map(async (word): Promise<KnownWord> => {
      const form = formOf(word);
      const own = new Map([[form, 1]]);
      const best = await occurrenceOf(word, async () => {
        const rows = await rowsByWords(table, word, ['wording'], findable, 1);
        return bestOf(rows, own);
      });
      const mistakes = mistakesAllowed(form);
      if (best || mistakes === 0) return { forms: own, best, similar: [] };
      const fuzzy = { fuzziness: mistakes, maxExpansions: MOST_SPELLINGS, prefixLength: 1 };
      const similar = await rowsByWords(table, form, columns, findable, limit, fuzzy);
      const spellings = spellingsIn(similar, form, mistakes);
      return { forms: new Map([...spellings, ...own]), best: bestOf(similar, spellings), similar };
    }),
  );
}

/** The terms of a query for these words. */
export function termsOf(words: readonly string[], known: readonly KnownWord[], usual: number): Term[] {
  const rarities = known.map((word) => rarityOf(word, usual));
  const found = rarities.flatMap((rarity) => rarity ?? []);
  const rarest = Math.max(0, ...found);
  const mean = found.reduce((sum, rarity) => sum + rarity, 0) / Math.max(1, found.length);
  return [
    ...known.map(({ forms }, index) => ({ forms, weight: rarities[index] ?? rarest })),
    ...words.slice(LOOKED_UP).map((word) => ({ forms: new Map([[formOf(word), 1]]), weight: mean })),
  ];
}

/** The inverse document frequency that the score of the best passage was made with; null of a word that does not occur. */
function rarityOf({ best }: KnownWord, usual: number): number | null {
  if (!best) return null;
  const { score, times, total } = best;
  const slowness = K1 * (1 - B + (B * total) / usual);
  return (score * (times + slowness)) / (times * (K1 + 1));
}

function bestOf([best]: readonly unknown[], forms: ReadonlyMap<string, number>): Occurrence | null {
  if (best === undefined || forms.size === 0) return null;
  const words = countedWords(textOf(best, 'wording'));
  const times = Math.max(1, ...[...forms.keys()].map((form) => words.forms.get(form)?.times ?? 0));
  return { score: numberOf(best, '_score'), times, total: words.total };
}

/** The most similar words of passages. */
function spellingsIn(rows: readonly unknown[], form: string, mistakes: number): Map<string, number> {
  const similar = new Map<string, number>();
  for (const row of rows) {
    for (const other of countedWords(textOf(row, 'wording')).forms.keys()) {
      if (other[0] !== form[0] || similar.has(other)) continue;
      similar.set(other, mistakesBetween(form, other, mistakes));
    }
  }
  const fewest = Math.min(mistakes, ...similar.values());
  return new Map([...similar].flatMap(([other, count]) => (count === fewest ? [[other, MISSPELT]] : [])));
}

/** The mean number of words of texts. */
export function usualLength(texts: readonly CountedWords[]): number {
  return texts.reduce((sum, { total }) => sum + total, 0) / Math.max(1, texts.length) || 1;
}

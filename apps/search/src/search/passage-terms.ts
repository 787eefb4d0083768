import type { Table } from '@lancedb/lancedb';
import { normalForm } from './normal-forms.ts';
import { type Findable, rowsByWords } from './passage-filter.ts';
import { foundBy, numberOf } from './passage-rows.ts';
import { wordsToFind } from './query-words.ts';
import { relatedTo } from './related-words.ts';
import { mayBeMisspelt, spellingsOf } from './spelling.ts';
import { WORD, formOf, formsOf, otherwise } from './word-forms.ts';
import { type CountedWords, countedWords, type Term } from './word-matching.ts';
import type { KnownWord, Occurrence, WordOccurrences } from './word-occurrences.ts';

/** The number of words whose rarity is looked up; further ones count as average. */
const LOOKED_UP = 16;
/** How much a differently spelt word counts. */
const MISSPELT = 0.8;
/** How much a Korean noun counts if the question has it with a particle: what is written as in the question comes first. */
const WITHOUT_PARTICLE = 0.9;
/** The parameters of the engine's BM25. */
const [K1, B] = [1.2, 0.75];

/**
 * Looks up words. For a word that neither occurs nor is English, the most similarly spelt words count. Its own forms still count, in case
 * a passage with it is stored meanwhile.
 */
export async function lookedUp(
  table: Table,
  words: readonly string[],
  findable: Findable,
  occurrences: WordOccurrences,
): Promise<KnownWord[]> {
  if (words.length === 0) return [];
  const known = await occurrences.in(table, findable);
  const look = (word: string): Promise<KnownWord> => known(word, () => lookUp(word));
  return Promise.all(words.slice(0, LOOKED_UP).map(look));

  async function lookUp(word: string): Promise<KnownWord> {
    const own = countingForms(word);
    const best = await bestOf(table, word, findable);
    if (best) return { forms: own, best, spellings: [] };
    const meant = (await mayBeMisspelt(word)) ? await spellingsOf(table, word, findable) : [];
    const usual = await usualFirst(table, meant, findable);
    const similar = new Map(meant.map((spelling) => [formOf(spelling), MISSPELT]));
    return {
      forms: new Map([...similar, ...own]),
      best: usual[0]?.best ?? null,
      spellings: usual.map(({ word: spelling }) => spelling),
    };
  }
}

/** The forms that match a word, and how much each counts. */
function countingForms(word: string): ReadonlyMap<string, number> {
  return new Map(formsOf(word).map((form, index) => [form, index === 0 ? 1 : WITHOUT_PARTICLE]));
}

/** The words of a question that may be misspelt. */
export async function doubtfulWords(question: string): Promise<string[]> {
  const words = wordsToFind(question);
  const isDoubtful = await Promise.all(words.map(mayBeMisspelt));
  return words.filter((_word, index) => isDoubtful[index]);
}

/** A question whose doubtful words are replaced by the most usual words for which they may stand. */
export async function meantIn(
  table: Table,
  question: string,
  doubtful: readonly string[],
  findable: Findable,
  occurrences: WordOccurrences,
): Promise<string> {
  const known = await lookedUp(table, doubtful, findable, occurrences);
  const meant = new Map(doubtful.map((word, index) => [word.toLowerCase(), known[index]?.spellings[0]]));
  return normalForm(question, 'NFC').replaceAll(WORD, (word) => meant.get(word.toLowerCase()) ?? word);
}

/** Words that occur, with their best passages; the word that most passages have is the first. */
async function usualFirst(
  table: Table,
  words: readonly string[],
  findable: Findable,
): Promise<{ readonly word: string; readonly best: Occurrence }[]> {
  const found = await Promise.all(
    words.map(async (word) => ({ word, best: await bestOf(table, word, findable) })),
  );
  return found
    .flatMap(({ word, best }) => (best ? [{ word, best, rarity: rarityOf(best, best.total) }] : []))
    .sort((a, b) => a.rarity - b.rarity || (a.word < b.word ? -1 : 1));
}

/** The terms of a query for these words. */
export function termsOf(
  words: readonly string[],
  known: readonly KnownWord[],
  usual: number,
): Promise<Term[]> {
  const rarities = known.map(({ best }) => best && rarityOf(best, usual));
  const found = rarities.flatMap((rarity) => rarity ?? []);
  // If none occurs, all count alike: passages may have words that are related to them.
  const rarest = found.length === 0 ? 1 : Math.max(...found);
  const mean = found.reduce((sum, rarity) => sum + rarity, 0) / Math.max(1, found.length);
  const terms = [
    ...known.map(({ forms }, index) => ({ forms, weight: rarities[index] ?? rarest })),
    ...words.slice(LOOKED_UP).map((word) => ({ forms: countingForms(word), weight: mean })),
  ];
  return Promise.all(terms.map(async (term) => ({ ...term, related: await relatedTo(term.forms.keys()) })));
}

/** The inverse document frequency from which the engine computed the score of a word's best passage. */
function rarityOf({ score, times, total }: Occurrence, usual: number): number {
  const slowness = K1 * (1 - B + (B * total) / usual);
  return (score * (times + slowness)) / (times * (K1 + 1));
}

/** The best passage with a word; null if there is none. Passages that an earlier version indexed have the word only as it is written. */
async function bestOf(table: Table, word: string, findable: Findable): Promise<Occurrence | null> {
  for (const asked of [...otherwise([word]), word]) {
    const [best] = await rowsByWords(
      table,
      { words: asked, columns: ['text', 'wording'], limit: 1 },
      findable,
    );
    if (best === undefined) continue;
    const words = countedWords(foundBy(best));
    const times = words.forms.get(formOf(asked))?.times ?? 1;
    return { score: numberOf(best, '_score'), times, total: words.total };
  }
  return null;
}

/** The mean number of words of texts. */
export function usualLength(texts: readonly CountedWords[]): number {
  return texts.reduce((sum, { total }) => sum + total, 0) / Math.max(1, texts.length) || 1;
}

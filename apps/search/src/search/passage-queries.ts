import type { Table } from '@lancedb/lancedb';
import type { Hit, PassageQuery } from './passage-hit.ts';
import { type CandidateRow, likened } from './likeness.ts';
import { limited, rowsByWords } from './passage-filter.ts';
import { foundBy, hasColumn, hitOf, numberOf, READ, rowKeyOf, vectorOf } from './passage-rows.ts';
import { lookedUp, termsOf, usualLength } from './passage-terms.ts';
import { wordsToFind } from './query-words.ts';
import { ranked } from './ranking.ts';
import { otherwise } from './word-forms.ts';
import { countedWords, matchOf } from './word-matching.ts';
import type { WordOccurrences } from './word-occurrences.ts';

/** At least this many candidates are ranked, however few hits are wanted. */
const FEWEST = 100;

/** The number of partitions of the vector index that are searched, and how many times the requested candidates are compared exactly. */
const PROBES = 100;
const REFINED = 2;

/** The best hits by words, meaning or both. */
export async function hitsIn(
  table: Table,
  wanted: PassageQuery,
  occurrences: WordOccurrences,
): Promise<Hit[]> {
  const candidates = await candidatesIn(table, wanted, occurrences);
  return ranked(await likened(table, candidates, wanted), wanted.limit);
}

/** The passages of a table that match a query. */
async function candidatesIn(
  table: Table,
  wanted: PassageQuery,
  occurrences: WordOccurrences,
): Promise<CandidateRow[]> {
  const { vector } = wanted;
  const words = wordsToFind(wanted.words ?? '');
  const limit = Math.max(wanted.limit, FEWEST);
  const columns = [...READ, ...(vector ? ['vector'] : [])];
  const [known, byWords, byMeaning] = await Promise.all([
    lookedUp(table, words, wanted, occurrences),
    rowsWith(words),
    vector === null ? [] : rowsByMeaning(table, vector, wanted, limit),
  ]);
  const bySpellings = await rowsWith(known.flatMap(({ spellings }) => spellings));
  const rows = once([...byWords, ...bySpellings, ...byMeaning]);
  const texts = rows.map((row) => countedWords(foundBy(row)));
  const usual = usualLength(texts);
  const terms = await termsOf(words, known, usual);
  return rows.map((row, index) => {
    const text = texts[index] ?? countedWords('');
    const match = matchOf(terms, text, usual);
    return { hit: hitOf(row), match, nearness: nearnessOf(row, vector), likeness: null, row };
  });

  async function rowsWith(some: readonly string[]): Promise<unknown[]> {
    if (some.length === 0) return [];
    const asked = [...some, ...otherwise(some)].join(' ');
    return rowsByWords(table, { words: asked, columns, limit }, wanted);
  }
}

/** Removes duplicates: a passage may match in several ways. Each of its writes is a row of its own. */
function once(rows: readonly unknown[]): unknown[] {
  return [...new Map(rows.map((row) => [rowKeyOf(row), row])).values()];
}

async function rowsByMeaning(
  table: Table,
  vector: Float32Array,
  wanted: PassageQuery,
  limit: number,
): Promise<unknown[]> {
  const query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .nprobes(PROBES)
    .refineFactor(REFINED)
    .withRowId()
    .select([...READ, '_distance']);
  return limited(query, wanted, limit).toArray();
}

/** The cosine between the vectors of a row and of a query, which have the length 1; null if either is missing. */
function nearnessOf(row: unknown, vector: Float32Array | null): number | null {
  if (vector === null) return null;
  if (hasColumn(row, '_distance')) return 1 - numberOf(row, '_distance');
  const own = vectorOf(row);
  return own && vector.reduce((sum, value, index) => sum + value * (own[index] ?? 0), 0);
}

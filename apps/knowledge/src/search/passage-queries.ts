import type { Query, Table, VectorQuery } from '@lancedb/lancedb';
import type { Asked } from './passage-hit.ts';
import { hitOf, numberOf, READ, vectorOf } from './passage-rows.ts';
import { wordsToFind } from './query-words.ts';
import { type Candidate, ranked } from './ranking.ts';
import { quoted } from './uuids.ts';

/** At least so many candidates are looked at, however few hits are wanted. */
const FEWEST = 100;

/** So much of the vector index is looked through, and so many times the candidates are compared exactly. */
const PROBES = 40;
const REFINED = 2;

/** What the passages of a table have to say to what is asked. */
export async function candidatesIn(table: Table, asked: Asked): Promise<Candidate[]> {
  const { vector } = asked;
  const words = wordsToFind(asked.words ?? '');
  const [byWords, byMeaning] = await Promise.all([
    words === '' ? [] : rowsByWords(table, words, asked),
    vector === null ? [] : rowsByMeaning(table, vector, asked),
  ]);
  return [
    ...byWords.map((row) => ({
      hit: hitOf(row, 0),
      words: numberOf(row, '_score'),
      nearness: vector && cosine(vector, vectorOf(row)),
    })),
    ...byMeaning.map((row) => ({ hit: hitOf(row, 0), words: 0, nearness: 1 - numberOf(row, '_distance') })),
  ];
}

/** The best hits, by words and meaning as they are asked for. */
export async function hitsIn(table: Table, asked: Asked): Promise<ReturnType<typeof ranked>> {
  return ranked(await candidatesIn(table, asked), asked.limit);
}

async function rowsByWords(table: Table, words: string, asked: Asked): Promise<unknown[]> {
  const { MatchQuery } = await import('@lancedb/lancedb');
  const columns = [...READ, '_score', ...(asked.vector ? ['vector'] : [])];
  const query = table.query().fullTextSearch(new MatchQuery(words, 'wording')).select(columns);
  return limited(query, asked).toArray();
}

async function rowsByMeaning(table: Table, vector: Float32Array, asked: Asked): Promise<unknown[]> {
  const query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .nprobes(PROBES)
    .refineFactor(REFINED)
    .select([...READ, '_distance']);
  return limited(query, asked).toArray();
}

function limited(query: Query | VectorQuery, { sources, kinds, limit }: Asked): Query | VectorQuery {
  const conditions = [
    ...(sources ? [`source_id IN (${sources.map(quoted).join(', ')})`] : []),
    ...(kinds ? [`kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`] : []),
  ];
  const filtered = conditions.length > 0 ? query.where(conditions.join(' AND ')) : query;
  return filtered.limit(Math.max(limit, FEWEST));
}

/** Vectors have the length 1. */
function cosine(a: Float32Array, b: Float32Array | null): number | null {
  return b && a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

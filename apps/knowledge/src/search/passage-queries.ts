import type { Query, Table, VectorQuery } from '@lancedb/lancedb';
import type { PassageQuery, SourceKind } from './passage-hit.ts';
import { hitOf, numberOf, READ, vectorOf } from './passage-rows.ts';
import { wordsToFind } from './query-words.ts';
import { type Candidate, ranked } from './ranking.ts';
import { quoted } from './uuids.ts';

/** At least this many candidates are ranked, however few hits are wanted. */
const FEWEST = 100;

/** The number of partitions of the vector index that are searched, and how many times the candidates are compared exactly. */
const PROBES = 40;
const REFINED = 2;

/** The passages of a table that match a query. */
export async function candidatesIn(table: Table, wanted: PassageQuery): Promise<Candidate[]> {
  const { vector } = wanted;
  const words = wordsToFind(wanted.words ?? '');
  const [byWords, byMeaning] = await Promise.all([
    words === '' ? [] : rowsByWords(table, words, wanted),
    vector === null ? [] : rowsByMeaning(table, vector, wanted),
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

/** The best hits by words, meaning or both. */
export async function hitsIn(table: Table, wanted: PassageQuery): Promise<ReturnType<typeof ranked>> {
  return ranked(await candidatesIn(table, wanted), wanted.limit);
}

async function rowsByWords(table: Table, words: string, wanted: PassageQuery): Promise<unknown[]> {
  const { MatchQuery } = await import('@lancedb/lancedb');
  const columns = [...READ, '_score', ...(wanted.vector ? ['vector'] : [])];
  const query = table.query().fullTextSearch(new MatchQuery(words, 'wording')).select(columns);
  return limited(query, wanted).toArray();
}

async function rowsByMeaning(table: Table, vector: Float32Array, wanted: PassageQuery): Promise<unknown[]> {
  const query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .nprobes(PROBES)
    .refineFactor(REFINED)
    .select([...READ, '_distance']);
  return limited(query, wanted).toArray();
}

function limited(
  query: Query | VectorQuery,
  { sources, kinds, interviews, limit }: PassageQuery,
): Query | VectorQuery {
  const conditions = [
    ...(sources ? [ofSources(sources)] : []),
    ...(kinds ? [interviews ? ofInterviews(interviews, kinds) : ofKinds(kinds)] : []),
  ];
  const filtered = conditions.length > 0 ? query.where(conditions.join(' AND ')) : query;
  return filtered.limit(Math.max(limit, FEWEST));
}

function ofSources(ids: readonly string[]): string {
  return `source_id IN (${ids.map(quoted).join(', ')})`;
}

function ofKinds(kinds: readonly SourceKind[]): string {
  return `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
}

/** Of some interviews, and of all sources of the other kinds. */
function ofInterviews(ids: readonly string[], kinds: readonly SourceKind[]): string {
  const others = kinds.filter((kind) => kind !== 'interview');
  if (others.length === kinds.length) return ofKinds(kinds);
  const own = `${ofKinds(['interview'])} AND ${ofSources(ids)}`;
  return others.length === 0 ? own : `(${ofKinds(others)} OR (${own}))`;
}

/** Vectors have the length 1. */
function cosine(a: Float32Array, b: Float32Array | null): number | null {
  return b && a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

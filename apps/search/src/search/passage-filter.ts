import type { SourceKind } from '@pks/contracts';
import type { Query, Table, VectorQuery } from '@lancedb/lancedb';
import type { PassageQuery } from './passage-hit.ts';
import { quoted } from './uuids.ts';

/** The passages that a query may find. */
export type Findable = Pick<PassageQuery, 'sources' | 'kinds' | 'interviews'>;

/** Limits a query to passages that may be found, and to `limit` of them. */
export function limited(query: Query | VectorQuery, findable: Findable, limit: number): Query | VectorQuery {
  const condition = conditionOf(findable);
  return (condition === '' ? query : query.where(condition)).limit(limit);
}

/** The condition for passages that may be found; empty if all may be. */
export function conditionOf({ sources, kinds, interviews }: Findable): string {
  const conditions = [
    ...(sources ? [ofSources(sources)] : []),
    ...(kinds ? [interviews ? ofInterviews(interviews, kinds) : ofKinds(kinds)] : []),
  ];
  return conditions.join(' AND ');
}

/** Words to look for, and what to read of the passages that have any of them. */
interface WordQuery {
  readonly words: string;
  readonly columns: readonly string[];
  readonly limit: number;
  /** If given, words match that differ by up to `fuzziness` letters. */
  readonly fuzzy?: {
    readonly fuzziness: number;
    readonly maxExpansions: number;
    readonly prefixLength: number;
  };
}

/** The passages with any of these words, the best first by BM25. */
export async function rowsByWords(
  table: Table,
  { words, columns, limit, fuzzy }: WordQuery,
  findable: Findable,
): Promise<unknown[]> {
  const { MatchQuery } = await import('@lancedb/lancedb');
  const match = new MatchQuery(words, 'wording', fuzzy ?? {});
  const query = table
    .query()
    .fullTextSearch(match)
    .withRowId()
    .select([...columns, '_score']);
  return limited(query, findable, limit).toArray();
}

function ofSources(ids: readonly string[]): string {
  return `source_id IN (${ids.map(quoted).join(', ')})`;
}

function ofKinds(kinds: readonly SourceKind[]): string {
  return `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
}

/** The condition for passages of some interviews, and of all sources of the other kinds. */
function ofInterviews(ids: readonly string[], kinds: readonly SourceKind[]): string {
  const others = kinds.filter((kind) => kind !== 'interview');
  if (others.length === kinds.length) return ofKinds(kinds);
  const own = `${ofKinds(['interview'])} AND ${ofSources(ids)}`;
  return others.length === 0 ? own : `(${ofKinds(others)} OR (${own}))`;
}

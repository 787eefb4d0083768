import type { Hit } from './passage-hit.ts';

/** A passage that matches by its words, its meaning or both. */
export interface Candidate {
  readonly hit: Hit;
  /** How well its words match (BM25): greater is better, without a limit; 0 where none matches. */
  readonly words: number;
  /** The cosine between its vector and the query's; null where either is missing. */
  readonly nearness: number | null;
}

/**
 * The weight of a point of BM25 relative to the cosine. Both scores count, not their ranks: meaning decides where no word is
 * distinctive, and a rare word outweighs it. Any two of the three handbooks of `test/search` lead to this value, in steps of 0.01.
 * Over all three, nine of ten questions have their answer among the first five hits from 0.026 to 0.052, and the ranking is better
 * than by words or meaning alone from 0.014 on.
 */
const WORDS_WEIGHT = 0.04;

/** The best candidates first, each passage once; the same candidates always come in the same order. */
export function ranked(candidates: readonly Candidate[], limit: number): Hit[] {
  const usual = mean(candidates.flatMap(({ nearness }) => nearness ?? []));
  const scored = candidates.map(({ hit, words, nearness }) => ({
    ...hit,
    score: (nearness ?? usual) + WORDS_WEIGHT * words,
  }));
  const best = once(scored.sort(byScore)).slice(0, limit);
  const most = Math.max(1, best[0]?.score ?? 0);
  return best.map((hit) => ({ ...hit, score: Math.max(0, hit.score) / most }));
}

/** A passage without a vector counts as if it were as near as the average. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function byScore(a: Hit, b: Hit): number {
  return (
    b.score - a.score ||
    compare(a.source_id, b.source_id) ||
    a.position - b.position ||
    compare(a.indexing_id, b.indexing_id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Removes duplicates: a passage may match in both ways, and may be stored twice while an indexing is repeated. */
function once(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ source_id, indexing_id, position }) => {
    const key = `${source_id} ${indexing_id} ${position}`;
    return !seen.has(key) && seen.add(key);
  });
}

import type { Hit } from './passage-hit.ts';

/** A passage that was found by its words, its meaning or both. */
export interface Candidate {
  readonly hit: Hit;
  /** How well its words match: more is better, without a bound; 0 where none was found. */
  readonly words: number;
  /** The cosine between its meaning and what is asked; null where it has no vector, or no meaning is asked for. */
  readonly nearness: number | null;
}

/** How much of the score is that of the words; the rest is that of the meaning. */
const WORDS_WEIGHT = 0.5;

/** The best candidates first, each passage once; the same candidates always come in the same order. */
export function ranked(candidates: readonly Candidate[], limit: number, wordsWeight = WORDS_WEIGHT): Hit[] {
  const words = candidates.map((candidate) => candidate.words);
  const nearness = candidates.flatMap((candidate) => candidate.nearness ?? []);
  const share = words.every((score) => score === 0) ? 0 : nearness.length === 0 ? 1 : wordsWeight;
  const wordScore = scale([0, ...words]);
  const nearScore = scale(nearness);
  const scored = candidates.map(({ hit, words: found, nearness: near }) => ({
    ...hit,
    score: share * wordScore(found) + (1 - share) * (near === null ? 0 : nearScore(near)),
  }));
  return once(scored.sort(byScore)).slice(0, limit);
}

/** Puts scores between 0, the least of all, and 1, the best of all. */
function scale(scores: readonly number[]): (score: number) => number {
  const least = scores.reduce((a, b) => Math.min(a, b), Infinity);
  const range = scores.reduce((a, b) => Math.max(a, b), -Infinity) - least;
  return (score) => (range > 0 ? (score - least) / range : 1);
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

/** A passage is kept twice while its indexing is repeated. */
function once(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ source_id, indexing_id, position }) => {
    const key = `${source_id} ${indexing_id} ${position}`;
    return !seen.has(key) && seen.add(key);
  });
}

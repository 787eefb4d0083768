import type { Hit, PassageAt } from './passage-hit.ts';
import type { WordMatch } from './word-matching.ts';

/** A passage that matches by its words, its meaning or both. */
export interface Candidate {
  readonly hit: PassageAt;
  readonly match: WordMatch;
  /** The cosine between its vector and the query's; null if either is missing. */
  readonly nearness: number | null;
  /** How alike its words and the query's are in their contexts; null if that is unknown for every candidate. */
  readonly likeness: number | null;
}

/**
 * The weights, beside the nearness, of a match of all words, of a match of some words, of words that mean about the same, and of the
 * likeness. All of these are between 0 and 1 in a project of any size, so that none outgrows the others.
 */
const [ALL_WORDS, SOME_WORDS, RELATED_WORDS, LIKENESS] = [1.5, 0.03, 0.12, 1.25];
/** The most that words count together: a related word counts only if the word itself is missing. */
const WORDS = ALL_WORDS + SOME_WORDS;

/** This power makes a match of few words count little, so that meaning decides, and a match of all words outweigh mere nearness. */
const ALL_WORDS_POWER = 4.5;

/** The best candidates first, each passage once; the same candidates always come in the same order. */
export function ranked(candidates: readonly Candidate[], limit: number): Hit[] {
  const scores = scoresOf(candidates);
  const hits = candidates.map(({ hit, match, nearness }, index): Hit => {
    const [score, words] = [scores[index] ?? 0, match.words];
    return { ...hit, score, words, nearness: nearness === null ? null : bounded(nearness) };
  });
  return once(hits.sort(byScore))
    .slice(0, limit)
    .map((hit) => ({ ...hit, score: bounded(hit.score) }));
}

/** How well each candidate matches: by its words, its meaning and its likeness, as far as they are known. */
export function scoresOf(candidates: readonly Candidate[]): number[] {
  const known = candidates.flatMap(({ nearness }) => nearness ?? []);
  const isByMeaning = known.length > 0;
  const isByWords = !isByMeaning || candidates.some(({ match }) => match.score > 0);
  const isByLikeness = candidates.some(({ likeness }) => likeness !== null);
  const most = Number(isByMeaning) + WORDS * Number(isByWords) + LIKENESS * Number(isByLikeness);
  const usual = mean(known);
  return candidates.map(({ match, nearness, likeness }) => {
    const words = isByMeaning ? besideMeaning(match) : WORDS * match.score;
    return ((nearness ?? usual) + words + LIKENESS * (likeness ?? 0)) / most;
  });
}

/** How much a match by words counts beside meaning: a few words, or related ones, decide only between passages that are about as near. */
function besideMeaning({ score, related }: WordMatch): number {
  return ALL_WORDS * score ** ALL_WORDS_POWER + SOME_WORDS * score + RELATED_WORDS * related;
}

/** A passage without a vector counts as if it were as near as the average. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounding may take a cosine beyond 1, and opposite meanings are just as far as unrelated ones. */
function bounded(value: number): number {
  return Math.min(1, Math.max(0, value));
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

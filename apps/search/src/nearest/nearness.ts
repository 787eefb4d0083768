/** An object that a text may be near to. */
export interface Candidate {
  /** Words of the title count more. */
  readonly title: string;
  readonly body: string;
}

/** A candidate that a text is near to, and the words in common, the rarest first. */
export interface Near<C extends Candidate> {
  readonly candidate: C;
  readonly words: readonly string[];
}

/** The weight of a word of the title relative to a word of the body. */
const TITLE_WEIGHT = 3;

/** The minimum score: one word of the title, or a few rare ones of the body. */
const THRESHOLD = 2;

/** Shorter words are ignored. Characters. */
const SHORTEST = 4;

const WORD = /[\p{L}\p{N}]+/gu;

/** The distinct words of a text, without short ones, in their order. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return [...new Set(words.filter((word) => word.length >= SHORTEST))];
}

/**
 * The candidates that share the rarest words with a text, `most` at most, the nearest first. The more candidates have a word, the
 * less it counts; a word that all of several have counts nothing. Equals keep their order; none where none is near enough.
 */
export function nearestTo<C extends Candidate>(
  text: string,
  candidates: readonly C[],
  most: number,
): readonly Near<C>[] {
  const wanted = wordsOf(text);
  const known = candidates.map((candidate) => ({
    candidate,
    title: new Set(wordsOf(candidate.title)),
    body: new Set(wordsOf(candidate.body)),
  }));
  const weights = new Map(
    wanted.map((word) => {
      const having = known.filter(({ title, body }) => title.has(word) || body.has(word)).length;
      return [word, having === 0 ? 0 : Math.log2((1 + candidates.length) / having)];
    }),
  );
  const weightOf = (word: string): number => weights.get(word) ?? 0;
  const scored = known.map(({ candidate, title, body }) => {
    const shared = wanted.filter((word) => title.has(word) || body.has(word));
    const score = shared.reduce(
      (sum, word) => sum + weightOf(word) * (title.has(word) ? TITLE_WEIGHT : 1),
      0,
    );
    return { candidate, score, words: shared.sort((a, b) => weightOf(b) - weightOf(a)) };
  });
  return scored
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ score: _score, ...near }) => near);
}

/** Something that a text may be near to. */
export interface Candidate {
  /** What it is called: what is said here counts more. */
  readonly title: string;
  readonly body: string;
}

/** A candidate that a text is near to, and the words that make it so, the rarest first. */
export interface Near<C extends Candidate> {
  readonly candidate: C;
  readonly words: readonly string[];
}

/** A word of the title counts as much as so many of the body. */
const TITLE_WEIGHT = 3;

/** One word of the title, or a few rare ones of the body, make a candidate near. */
const THRESHOLD = 2;

/** Shorter words say little. Characters. */
const SHORTEST = 4;

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text that say something, each once, in the order in which they come. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return [...new Set(words.filter((word) => word.length >= SHORTEST))];
}

/**
 * The candidate that shares the rarest words with a text. A word counts the less the more candidates have it, and nothing when
 * all of several have it. The first of equals wins; undefined where none is near enough.
 */
export function nearestTo<C extends Candidate>(text: string, candidates: readonly C[]): Near<C> | undefined {
  const asked = wordsOf(text);
  const known = candidates.map((candidate) => ({
    candidate,
    title: new Set(wordsOf(candidate.title)),
    body: new Set(wordsOf(candidate.body)),
  }));
  const weights = new Map(
    asked.map((word) => {
      const having = known.filter(({ title, body }) => title.has(word) || body.has(word)).length;
      return [word, having === 0 ? 0 : Math.log2((1 + candidates.length) / having)];
    }),
  );
  const weightOf = (word: string): number => weights.get(word) ?? 0;
  const scored = known.map(({ candidate, title, body }) => {
    const shared = asked.filter((word) => title.has(word) || body.has(word));
    const score = shared.reduce(
      (sum, word) => sum + weightOf(word) * (title.has(word) ? TITLE_WEIGHT : 1),
      0,
    );
    return { candidate, score, words: shared.sort((a, b) => weightOf(b) - weightOf(a)) };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (first, next) => (first && first.score >= next.score ? first : next),
    undefined,
  );
  return best && best.score >= THRESHOLD ? { candidate: best.candidate, words: best.words } : undefined;
}

import { v7 } from 'uuid';
import type { Embedder } from '../../src/search/embedder.ts';
import type { Asked, Hit } from '../../src/search/passage-hit.ts';
import type { PassageStore } from '../../src/search/passage-store.ts';
import { wordingOf } from '../../src/search/passage.ts';
import { handbooks } from './corpus.ts';
import { type Question, QUESTIONS } from './questions.ts';

/** How well questions are answered: the share whose answer is among the first five, and the mean of 1 / place of it. */
export interface Quality {
  readonly recallAt5: number;
  readonly mrr: number;
  /** What is not among the first five, each with its place or null. */
  readonly missed: readonly (Question & { readonly place: number | null })[];
}

/** The ways of looking that are compared. */
export const WAYS = ['words', 'meaning', 'both'] as const;
export type Way = (typeof WAYS)[number];

/** Keeps the handbooks as one project, asks all questions in each way, and says how well they were answered. */
export async function measureQuality(store: PassageStore, embedder: Embedder): Promise<Record<Way, Quality>> {
  const project = v7();
  const generation = { id: 'quality', dimensions: embedder.dimensions };
  const names = new Map<string, string>();
  for (const { name, passages } of handbooks()) {
    const source = { kind: 'document' as const, id: v7(), name };
    names.set(source.id, name);
    const vectors = await embedder.embed(passages.map((passage) => wordingOf(name, passage)));
    await store.replace(project, generation, source, v7(), passages, vectors);
  }
  const places: Record<Way, (number | null)[]> = { words: [], meaning: [], both: [] };
  for (const question of QUESTIONS) {
    const [vector = null] = await embedder.embed([question.text]);
    for (const way of WAYS) {
      const asked = { ...askedBy(way, question.text, vector), limit: 20 };
      const hits = await store.search(project, generation, asked);
      places[way].push(placeOf(question, hits, names));
    }
  }
  await store.dropGeneration(project, generation.id);
  return { words: summary(places.words), meaning: summary(places.meaning), both: summary(places.both) };
}

function askedBy(way: Way, words: string, vector: Float32Array | null): Pick<Asked, 'words' | 'vector'> {
  return { words: way === 'meaning' ? null : words, vector: way === 'words' ? null : vector };
}

function placeOf(
  { handbook, answer }: Question,
  hits: readonly Hit[],
  names: Map<string, string>,
): number | null {
  const index = hits.findIndex(
    (hit) => names.get(hit.source_id) === handbook && plain(hit.text).includes(answer),
  );
  return index === -1 ? null : index + 1;
}

/** Lines of a text are no part of what it says. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function summary(places: readonly (number | null)[]): Quality {
  const sum = (of: (place: number | null) => number): number =>
    places.reduce<number>((all, place) => all + of(place), 0);
  return {
    recallAt5: sum((place) => (place !== null && place <= 5 ? 1 : 0)) / places.length,
    mrr: sum((place) => (place === null ? 0 : 1 / place)) / places.length,
    missed: QUESTIONS.flatMap((question, index) => {
      const place = places[index] ?? null;
      return place !== null && place <= 5 ? [] : [{ ...question, place }];
    }),
  };
}

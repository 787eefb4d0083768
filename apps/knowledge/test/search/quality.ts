import { v7 } from 'uuid';
import type { PackagedEmbedder } from '../../src/search/packaged-embedder.ts';
import type { PassageQuery, Hit } from '../../src/search/passage-hit.ts';
import type { PassageStore } from '../../src/search/passage-store.ts';
import { wordingOf } from '../../src/search/passage.ts';
import { handbooks } from './corpus.ts';
import { type Question, QUESTIONS } from './questions.ts';

/** How well questions are answered: the share whose answer is in the top five, and the mean reciprocal rank. */
export interface Quality {
  readonly recallAt5: number;
  readonly mrr: number;
  readonly answers: readonly Answered[];
}

/** A question with the rank of its answer among the hits, from 1, or null if it is missing. */
export interface Answered extends Question {
  readonly place: number | null;
}

/** The ways of searching that are compared. */
export const WAYS = ['words', 'meaning', 'both'] as const;
export type Way = (typeof WAYS)[number];

/** Stores the handbooks as one project, searches for all questions in each way, and reports how well they were answered. */
export async function measureQuality(
  store: PassageStore,
  embedder: PackagedEmbedder,
): Promise<Record<Way, Quality>> {
  const project = v7();
  const generation = { id: 'quality', dimensions: embedder.dimensions };
  const names = new Map<string, string>();
  for (const { name, passages } of handbooks()) {
    const source = { kind: 'document' as const, id: v7(), name };
    names.set(source.id, name);
    const vectors = await embedder.embed(passages.map((passage) => wordingOf(name, passage)));
    await store.put(project, generation, source, v7(), passages, vectors);
  }
  const answers: Record<Way, Answered[]> = { words: [], meaning: [], both: [] };
  for (const question of QUESTIONS) {
    const [vector = null] = await embedder.embed([question.text]);
    for (const way of WAYS) {
      const query = { ...queryBy(way, question.text, vector), limit: 20 };
      const hits = await store.search(project, generation, query);
      answers[way].push({ ...question, place: placeOf(question, hits, names) });
    }
  }
  await store.dropGeneration(project, generation.id);
  return { words: summary(answers.words), meaning: summary(answers.meaning), both: summary(answers.both) };
}

/** The share of questions whose answer is in the top five. */
export function recallOf(answers: readonly Answered[]): number {
  return answers.filter(({ place }) => place !== null && place <= 5).length / answers.length;
}

function queryBy(
  way: Way,
  words: string,
  vector: Float32Array | null,
): Pick<PassageQuery, 'words' | 'vector'> {
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

/** Line breaks are not part of what a text says. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function summary(answers: readonly Answered[]): Quality {
  const reciprocals = answers.map(({ place }) => (place === null ? 0 : 1 / place));
  const mrr = reciprocals.reduce((all, one) => all + one, 0) / answers.length;
  return { recallAt5: recallOf(answers), mrr, answers };
}

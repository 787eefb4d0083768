import { v7 } from 'uuid';
import type { Embedding } from '../../src/search/embedder.ts';
import type { PackagedEmbedder } from '../../src/search/packaged-embedder.ts';
import type { PassageQuery, Hit, Source } from '../../src/search/passage-hit.ts';
import type { PassageStore } from '../../src/search/passage-store.ts';
import { type Passage, wordingOf } from '../../src/search/passage.ts';
import type { Corpus } from './corpus.ts';
import { type Manner, MANNERS, type Question } from './question.ts';

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

/** Passages with embeddings that fill up a project, and answer no question. */
export interface Filler {
  readonly source: Source;
  readonly passages: readonly Passage[];
  readonly embeddings: readonly Embedding[];
}

/** Stores a corpus as one project, searches for all questions in each way, and reports how well they were answered. */
export async function measureQuality(
  store: PassageStore,
  embedder: PackagedEmbedder,
  { texts, questions }: Corpus,
  filler: Iterable<Filler> = [],
): Promise<Record<Way, Quality>> {
  const [project, generation] = [v7(), { id: 'quality', dimensions: embedder.dimensions }];
  const names = new Map<string, string>();
  for (const { name, passages } of texts) {
    const source = { kind: 'document' as const, id: v7(), name };
    names.set(source.id, name);
    const embeddings = await embedder.embed(passages.map((passage) => wordingOf(name, passage)));
    await store.put(project, generation, source, v7(), passages, embeddings);
  }
  for (const { source, passages, embeddings } of filler) {
    await store.put(project, generation, source, v7(), passages, embeddings);
  }
  await store.optimize(project, generation);
  const answers: Record<Way, Answered[]> = { words: [], meaning: [], both: [] };
  for (const question of questions) {
    const meant = await store.meant(project, generation, question.text);
    const embedding = await embedder.embedQuestion(meant);
    for (const way of WAYS) {
      const query = { ...queryBy(way, question.text, embedding), limit: 20 };
      const hits = await store.search(project, generation, query);
      answers[way].push({ ...question, place: placeOf(question, hits, names) });
    }
  }
  await store.dropGeneration(project, generation.id);
  return {
    words: qualityOf(answers.words),
    meaning: qualityOf(answers.meaning),
    both: qualityOf(answers.both),
  };
}

/** The quality of these answers. */
export function qualityOf(answers: readonly Answered[]): Quality {
  const reciprocals = answers.map(({ place }) => (place === null ? 0 : 1 / place));
  const mrr = reciprocals.reduce((all, one) => all + one, 0) / answers.length;
  return {
    recallAt5: answers.filter(({ place }) => place !== null && place <= 5).length / answers.length,
    mrr,
    answers,
  };
}

/** The quality of each manner of question that occurs. */
export function qualityByManner(answers: readonly Answered[]): [manner: Manner, quality: Quality][] {
  return MANNERS.map((manner): [Manner, Quality] => [
    manner,
    qualityOf(answers.filter((answer) => answer.manner === manner)),
  ]).filter(([, quality]) => quality.answers.length > 0);
}

function queryBy(
  way: Way,
  words: string,
  embedding: Embedding | null,
): Pick<PassageQuery, 'words' | 'vector' | 'pieces'> {
  const meaning = way === 'words' ? null : embedding;
  return { words: way === 'meaning' ? null : words, ...(meaning ?? { vector: null }) };
}

function placeOf(
  { about, answer }: Question,
  hits: readonly Hit[],
  names: Map<string, string>,
): number | null {
  const index = hits.findIndex(
    (hit) => names.get(hit.source_id) === about && plain(hit.text).includes(plain(answer)),
  );
  return index === -1 ? null : index + 1;
}

/** A text without line breaks and the padding of tables, which are not part of its content. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}

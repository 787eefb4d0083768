import { v7 } from 'uuid';
import { handbooks } from '../test/search/corpus.ts';
import { QUESTIONS } from '../test/search/handbook-questions.ts';
import { percentile, residentMegabytes, table } from './figures.ts';
import type { Measured } from './measured.ts';
import { Recombined } from './recombined.ts';

/** How often all questions are asked, after one round to warm up. */
const ROUNDS = 7;
/** The service optimizes the index every minute; here it is optimized after this many passages. */
const ORDERED_AFTER = 10_000;
/** How many hits the service requests to answer with ten. */
const LIMIT = 30;

interface Times {
  /** Milliseconds until the question has a vector. */
  readonly embedding: number;
  /** Milliseconds from then until the hits. */
  readonly searching: number;
}

/** How long questions take in one project of `size` passages, one after the other, by words and meaning. */
export async function asking(measured: Measured, size: number): Promise<string> {
  const [project, generation] = [v7(), { id: 'bench', dimensions: measured.embedder.dimensions }];
  const { store, embedder } = measured;
  let kept = 0;
  for (const { source, passages, embeddings } of (await Recombined.of(embedder, handbooks())).documents(
    size,
  )) {
    await store.put(project, generation, source, v7(), passages, embeddings);
    kept += passages.length;
    if (kept % ORDERED_AFTER === 0 || kept === size) {
      await store.optimize(project, generation);
      console.error(`${kept} of ${size} passages are written.`);
    }
  }
  const times: Times[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = await askAll(round);
    if (round > 0) times.push(...took);
  }
  return report(size, times);

  /** Asks all questions with another number of question marks in each round, because the embedder remembers questions. */
  async function askAll(round: number): Promise<Times[]> {
    const took: Times[] = [];
    for (const { text } of QUESTIONS) {
      const words = `${text}${'?'.repeat(round)}`;
      const began = performance.now();
      const embedding = await embedder.embedQuestion(await store.meant(project, generation, words));
      const embedded = performance.now();
      await store.search(project, generation, {
        words,
        ...(embedding ?? { vector: null }),
        limit: LIMIT,
        kinds: ['document', 'artifact'],
      });
      took.push({ embedding: embedded - began, searching: performance.now() - embedded });
    }
    return took;
  }
}

function report(size: number, times: readonly Times[]): string {
  const row = (name: string, of: (one: Times) => number): string[] => {
    const values = times.map(of);
    return [name, percentile(values, 0.5).toFixed(1), percentile(values, 0.99).toFixed(1)];
  };
  const rows = [
    ['', 'p50 ms', 'p99 ms'],
    row('from the question', ({ embedding, searching }) => embedding + searching),
    row('from its vector', ({ searching }) => searching),
  ];
  return [
    `${times.length} questions by words and meaning, ${size} passages: texts recombined of the handbooks' sentences, vectors made, not embedded`,
    '',
    table(rows),
    '',
    `Resident at the end: ${residentMegabytes()}`,
  ].join('\n');
}

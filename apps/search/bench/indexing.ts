import { v7 } from 'uuid';
import { wordingOf } from '../src/search/passage.ts';
import { handbooks } from '../test/search/corpus.ts';
import { residentMegabytes, table } from './figures.ts';
import type { Measured } from './measured.ts';
import { Recombined } from './recombined.ts';

/** How often the handbooks are indexed. */
const ROUNDS = 6;
/** How many passages are written without waiting for the model. */
const WRITTEN = 10_000;

/** How fast passages become findable: only by words, and by their meaning, too. */
export async function indexing(measured: Measured): Promise<string> {
  await indexHandbooks(measured, 1);
  const embedded = await indexHandbooks(measured, ROUNDS);
  const recombined = await Recombined.of(measured.embedder, handbooks());
  const words = await write(measured, recombined, false);
  const vectors = await write(measured, recombined, true);
  const rows = [
    ['', 'passages/s'],
    ['embedded by the packaged model, and written: the handbooks', embedded.toFixed(0)],
    ['written without vectors: documents of 200 recombined passages', words.toFixed(0)],
    ['written with vectors that are there: the same', vectors.toFixed(0)],
  ];
  return ['Indexing', '', table(rows), '', `Resident at the end: ${residentMegabytes()}`].join('\n');
}

/** Passages per second; each handbook is a document that is embedded, then written. */
async function indexHandbooks({ store, embedder }: Measured, rounds: number): Promise<number> {
  const [project, generation] = [v7(), { id: 'bench', dimensions: embedder.dimensions }];
  const books = Array.from({ length: rounds }, () => handbooks()).flat();
  const began = performance.now();
  for (const { name, passages } of books) {
    const source = { kind: 'document' as const, id: v7(), name };
    const embeddings = await embedder.embed(passages.map((passage) => wordingOf(name, passage)));
    await store.put(project, generation, source, v7(), passages, embeddings);
  }
  const count = books.reduce((sum, { passages }) => sum + passages.length, 0);
  return perSecond(count, performance.now() - began);
}

/** Passages per second; the time to make them does not count. */
async function write({ store, embedder }: Measured, from: Recombined, withVectors: boolean): Promise<number> {
  const [project, generation] = [v7(), { id: 'bench', dimensions: embedder.dimensions }];
  let took = 0;
  for (const { source, passages, embeddings } of from.documents(WRITTEN)) {
    const began = performance.now();
    if (withVectors) await store.put(project, generation, source, v7(), passages, embeddings);
    else await store.putWords(project, generation, [{ source, indexingId: v7(), passages }]);
    took += performance.now() - began;
  }
  return perSecond(WRITTEN, took);
}

function perSecond(count: number, milliseconds: number): number {
  return (count * 1_000) / milliseconds;
}

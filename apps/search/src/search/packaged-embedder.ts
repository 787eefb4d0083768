import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { Embedder, type Embedding, EmbeddingFailed } from './embedder.ts';
import { EmbeddingLane } from './embedding-lane.ts';

/** The number of passages per task. Between tasks, projects take turns. */
const BATCH = 4;

/** Only this much of a text is given to the model. Characters. */
const LONGEST_TEXT = 4_000;

/** The length of the model's vectors. */
const DIMENSIONS = 384;

/** More threads do not make a text of a few hundred words faster. */
const MOST_THREADS = 4;

/** The size of the cache of the embeddings of recent questions. Bytes. */
const REMEMBERED_BYTES = 8 * 2 ** 20;

/** The options of the packaged model. */
export interface PackagedEmbedderOptions {
  /** The number of threads that embed passages; all other work of the machine goes first. */
  readonly threads?: number;
  /** A thread that is idle for this long ends, which frees its memory. Milliseconds. */
  readonly idleMs?: number;
}

/**
 * The English sentence encoder all-MiniLM-L6-v2 from a package, rounded to integers, without network access. It runs in threads, so
 * that the process stays responsive. Questions have a thread of their own, and never wait for passages. Projects take turns, for
 * questions as for passages.
 */
export class PackagedEmbedder extends Embedder {
  readonly model = 'all-minilm-l6-v2-int8';
  readonly dimensions = DIMENSIONS;
  readonly #questions: EmbeddingLane;
  readonly #passages: EmbeddingLane;
  readonly #remembered = new LRUCache<string, Embedding>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ vector, pieces }, text) =>
      vector.byteLength + (pieces?.byteLength ?? 0) + 2 * text.length,
  });

  constructor({
    threads = Math.min(availableParallelism(), MOST_THREADS),
    idleMs = 600_000,
  }: PackagedEmbedderOptions = {}) {
    super();
    this.#questions = new EmbeddingLane({ threads: 1, isPatient: false }, idleMs);
    this.#passages = new EmbeddingLane({ threads, isPatient: true }, idleMs);
  }

  override async embed(texts: readonly string[], projectId = ''): Promise<Embedding[]> {
    const cut = texts.map((text) => text.slice(0, LONGEST_TEXT));
    const batches = Array.from({ length: Math.ceil(cut.length / BATCH) }, (_none, index) =>
      this.#passages.embed(projectId, cut.slice(index * BATCH, (index + 1) * BATCH)),
    );
    return (await Promise.all(batches)).flat();
  }

  override async embedQuestion(text: string, projectId = ''): Promise<Embedding> {
    const cut = text.slice(0, LONGEST_TEXT);
    const known = this.#remembered.get(cut);
    if (known) return copyOf(known);
    const [embedding] = await this.#questions.embed(projectId, [cut]);
    if (!embedding) throw new EmbeddingFailed('The model returned no vector.');
    this.#remembered.set(cut, embedding);
    return copyOf(embedding);
  }

  override async close(): Promise<void> {
    await Promise.all([this.#questions.close(), this.#passages.close()]);
  }
}

function copyOf({ vector, pieces }: Embedding): Embedding {
  return { vector: vector.slice(), pieces: pieces?.slice() ?? null };
}

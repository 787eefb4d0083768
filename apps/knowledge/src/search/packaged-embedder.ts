import { LRUCache } from 'lru-cache';
import { Embedder, EmbeddingFailed, unit } from './embedder.ts';
import { EmbeddingThread } from './embedding-thread.ts';

/** The number of texts per task, and so the longest that a question waits for. */
const BATCH = 4;

/** Longer texts are cut, because the cost grows faster than the length. Characters. */
const LONGEST_TEXT = 4_000;

/** The number of questions whose vectors are cached. */
const REMEMBERED = 500;

/** The options of the packaged model. */
export interface PackagedEmbedderOptions {
  /** The number of threads, each with the model in its memory. */
  readonly threads?: number;
  /** Threads that are idle for this long end. Milliseconds. */
  readonly idleMs?: number;
}

interface Waiting {
  readonly texts: readonly string[];
  readonly resolve: (vectors: Float32Array[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The English sentence encoder (Universal Sentence Encoder lite) of a package, without network access. It runs in threads, so that
 * the process stays responsive. A single text is treated as a question, which comes before larger tasks.
 */
export class PackagedEmbedder extends Embedder {
  readonly model = 'universal-sentence-encoder-lite-en';
  readonly dimensions = 512;
  readonly #idle: EmbeddingThread[];
  readonly #threads: readonly EmbeddingThread[];
  readonly #questions: Waiting[] = [];
  readonly #batches: Waiting[] = [];
  readonly #remembered = new LRUCache<string, Float32Array>({ max: REMEMBERED });
  readonly #idleMs: number;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ threads = 1, idleMs = 600_000 }: PackagedEmbedderOptions = {}) {
    super();
    this.#threads = Array.from({ length: threads }, () => new EmbeddingThread());
    this.#idle = [...this.#threads];
    this.#idleMs = idleMs;
  }

  override async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const [only] = texts;
    if (only !== undefined && texts.length === 1) return [await this.#question(embeddable(only))];
    const cut = texts.map(embeddable);
    const batches = Array.from({ length: Math.ceil(cut.length / BATCH) }, (_, index) =>
      this.#enqueue(this.#batches, cut.slice(index * BATCH, (index + 1) * BATCH)),
    );
    return (await Promise.all(batches)).flat();
  }

  override async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    const waiting = [...this.#questions.splice(0), ...this.#batches.splice(0)];
    for (const { reject } of waiting) reject(new EmbeddingFailed('The embedder was closed.'));
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  async #question(text: string): Promise<Float32Array> {
    const known = this.#remembered.get(text);
    if (known) return known.slice();
    const [vector] = await this.#enqueue(this.#questions, [text]);
    if (!vector) throw new EmbeddingFailed('The model returned no vector.');
    this.#remembered.set(text, vector);
    return vector.slice();
  }

  #enqueue(queue: Waiting[], texts: readonly string[]): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(new EmbeddingFailed('The embedder was closed.'));
    return new Promise((resolve, reject) => {
      queue.push({ texts, resolve, reject });
      this.#work();
    });
  }

  /** Starts the next task, questions first, where a thread is idle. */
  #work(): void {
    clearTimeout(this.#rest);
    const thread = this.#idle[0];
    const next = thread && (this.#questions.shift() ?? this.#batches.shift());
    if (thread && next) {
      this.#idle.shift();
      void this.#run(thread, next);
    } else if (this.#idle.length === this.#threads.length) {
      this.#rest = setTimeout(() => void this.#endThreads(), this.#idleMs).unref();
    }
  }

  async #run(thread: EmbeddingThread, { texts, resolve, reject }: Waiting): Promise<void> {
    await thread.embed(texts).then((vectors) => resolve(vectors.map(unit)), reject);
    this.#idle.unshift(thread);
    this.#work();
  }

  async #endThreads(): Promise<void> {
    await Promise.all(this.#idle.map((thread) => thread.end()));
  }
}

/** The model returns no vector for an empty text. */
function embeddable(text: string): string {
  return text.slice(0, LONGEST_TEXT) || ' ';
}

import { FairQueue, type Line } from '@pks/platform';
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

type Queue = FairQueue<Waiting>;

/**
 * The English sentence encoder (Universal Sentence Encoder lite) of a package, without network access. It runs in threads, so that
 * the process stays responsive. A single text is treated as a question, which comes before larger tasks; among either, projects
 * take turns.
 */
export class PackagedEmbedder extends Embedder {
  readonly model = 'universal-sentence-encoder-lite-en';
  readonly dimensions = 512;
  readonly #idle: EmbeddingThread[];
  readonly #threads: readonly EmbeddingThread[];
  readonly #questions: Queue = new FairQueue();
  readonly #batches: Queue = new FairQueue();
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

  override async embed(texts: readonly string[], projectId = ''): Promise<Float32Array[]> {
    const [only] = texts;
    if (only !== undefined && texts.length === 1) return [await this.#question(projectId, embeddable(only))];
    const cut = texts.map(embeddable);
    const batches = Array.from({ length: Math.ceil(cut.length / BATCH) }, (_, index) =>
      this.#enqueue(this.#batches, projectId, cut.slice(index * BATCH, (index + 1) * BATCH)),
    );
    return (await Promise.all(batches)).flat();
  }

  override async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    for (const queue of [this.#questions, this.#batches]) {
      for (let line = queue.next; line; line = queue.next) {
        queue.takeOldest(line)?.reject(new EmbeddingFailed('The embedder was closed.'));
      }
    }
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  async #question(projectId: string, text: string): Promise<Float32Array> {
    const known = this.#remembered.get(text);
    if (known) return known.slice();
    const [vector] = await this.#enqueue(this.#questions, projectId, [text]);
    if (!vector) throw new EmbeddingFailed('The model returned no vector.');
    this.#remembered.set(text, vector);
    return vector.slice();
  }

  #enqueue(queue: Queue, projectId: string, texts: readonly string[]): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(new EmbeddingFailed('The embedder was closed.'));
    return new Promise((resolve, reject) => {
      queue.add(queue.lineOf(projectId), { texts, resolve, reject });
      this.#work();
    });
  }

  /** Starts the next task, questions first, where a thread is idle. */
  #work(): void {
    clearTimeout(this.#rest);
    const thread = this.#idle[0];
    const queue = this.#questions.next ? this.#questions : this.#batches;
    if (thread && queue.next) {
      this.#idle.shift();
      void this.#run(thread, queue, queue.next);
    } else if (this.#idle.length === this.#threads.length) {
      this.#rest = setTimeout(() => void this.#endThreads(), this.#idleMs).unref();
    }
  }

  async #run(thread: EmbeddingThread, queue: Queue, line: Line<Waiting>): Promise<void> {
    const next = queue.takeOldest(line);
    if (!next) return;
    queue.begin(line);
    await thread.embed(next.texts).then((vectors) => next.resolve(vectors.map(unit)), next.reject);
    queue.end(line);
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

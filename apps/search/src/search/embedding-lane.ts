import { FairQueue, type Line } from '@pks/platform';
import { type Embedding, EmbeddingFailed } from './embedder.ts';
import { EmbeddingThread } from './embedding-thread.ts';
import type { EmbeddingWork } from './embedding-worker.ts';

interface Waiting {
  readonly texts: readonly string[];
  readonly resolve: (embeddings: readonly Embedding[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread with the packaged model, and the tasks that wait for it: projects take turns. */
export class EmbeddingLane {
  readonly #thread: EmbeddingThread;
  readonly #queue = new FairQueue<Waiting>();
  readonly #idleMs: number;
  #isBusy = false;
  #isClosed = false;
  #rest: NodeJS.Timeout | undefined;

  /** A thread that is idle for `idleMs` ends, and starts again with the next task. */
  constructor(work: EmbeddingWork, idleMs: number) {
    this.#thread = new EmbeddingThread(work);
    this.#idleMs = idleMs;
  }

  /** The embeddings of the texts, which are one task. @throws EmbeddingFailed */
  embed(projectId: string, texts: readonly string[]): Promise<readonly Embedding[]> {
    if (this.#isClosed) return Promise.reject(new EmbeddingFailed('The embedder was closed.'));
    return new Promise((resolve, reject) => {
      this.#queue.add(this.#queue.lineOf(projectId), { texts, resolve, reject });
      this.#work();
    });
  }

  /** Ends the thread; tasks that wait fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    for (let line = this.#queue.next; line; line = this.#queue.next) {
      this.#queue.takeOldest(line)?.reject(new EmbeddingFailed('The embedder was closed.'));
    }
    await this.#thread.end();
  }

  #work(): void {
    if (this.#isBusy) return;
    clearTimeout(this.#rest);
    const line = this.#queue.next;
    if (line) void this.#run(line);
    else this.#rest = setTimeout(() => void this.#thread.end(), this.#idleMs).unref();
  }

  async #run(line: Line<Waiting>): Promise<void> {
    const next = this.#queue.takeOldest(line);
    if (!next) return;
    this.#isBusy = true;
    this.#queue.begin(line);
    await this.#thread.embed(next.texts).then(next.resolve, next.reject);
    this.#queue.end(line);
    this.#isBusy = false;
    if (!this.#isClosed) this.#work();
  }
}

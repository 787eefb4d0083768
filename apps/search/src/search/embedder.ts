/** Converts texts to vectors that are near each other where the meanings are. */
export abstract class Embedder {
  /** Names the model: vectors of different models cannot be compared. */
  abstract readonly model: string;

  /** The length of each vector. */
  abstract readonly dimensions: number;

  /**
   * One vector of length 1 per text, in the order of the texts, or null without a model. Where texts have to wait, projects
   * take turns. @throws EmbeddingFailed
   */
  abstract embed(texts: readonly string[], projectId?: string): Promise<Float32Array[] | null>;

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

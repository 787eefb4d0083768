/** Turns texts into vectors whose nearness is that of their meanings. */
export abstract class Embedder {
  /** Names the model: vectors of different models cannot be compared. */
  abstract readonly model: string;

  /** The length of each vector. */
  abstract readonly dimensions: number;

  /** One vector of length 1 a text, in the order of the texts, or null where there is no model; rejects with {@link EmbeddingFailed}. */
  abstract embed(texts: readonly string[]): Promise<Float32Array[] | null>;

  /** Gives back what it holds; what is under way fails. */
  abstract close(): Promise<void>;
}

/** Texts could not be turned into vectors. */
export class EmbeddingFailed extends Error {}

/** The vector with the same direction and the length 1; one of zeros stays as it is. */
export function unit(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

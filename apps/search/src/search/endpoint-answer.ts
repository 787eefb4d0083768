import { fieldOf } from '@pks/platform';
import { EmbeddingFailed } from './embedder.ts';

/** The vectors in an endpoint's answer, in the order of the texts. @throws EmbeddingFailed for any other answer. */
export function vectorsOf(answer: unknown, texts: number, dimensions: number): number[][] {
  const data = fieldOf(answer, 'data');
  if (!Array.isArray(data) || data.length !== texts) {
    throw new EmbeddingFailed(
      `The embeddings endpoint answered without a vector for each of ${texts} texts.`,
    );
  }
  const vectors = new Map(
    data.map((item: unknown, place) => [placeOf(item, place), fieldOf(item, 'embedding')]),
  );
  return Array.from({ length: texts }, (_, place) => checked(vectors.get(place), dimensions));
}

/** The position of a vector's text; some endpoints omit it and keep the order. */
function placeOf(item: unknown, place: number): number {
  const index = fieldOf(item, 'index');
  return typeof index === 'number' ? index : place;
}

function checked(vector: unknown, dimensions: number): number[] {
  if (!isVector(vector))
    throw new EmbeddingFailed('The embeddings endpoint answered with something that is not a vector.');
  if (vector.length === dimensions) return vector;
  throw new EmbeddingFailed(
    `The embeddings endpoint answered with vectors of ${vector.length} numbers; ${dimensions} are configured.`,
  );
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((number) => Number.isFinite(number));
}

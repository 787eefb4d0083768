import type { Embedder } from './embedder.ts';
import { EndpointEmbedder } from './endpoint-embedder.ts';
import { PackagedEmbedder } from './packaged-embedder.ts';
import { WordsAlone } from './words-alone.ts';

/** Where embeddings come from. */
export interface EmbeddingsConfig {
  /** `packaged`, `none`, or what precedes `/embeddings` of an endpoint. */
  readonly embeddings: string;
  readonly embeddingsModel: string;
  readonly embeddingsDimensions: number;
  readonly embeddingsApiKey?: string;
}

/** The embedder that is configured. */
export function openEmbedder(config: EmbeddingsConfig): Embedder {
  const { embeddings, embeddingsModel: model, embeddingsDimensions: dimensions } = config;
  if (embeddings === 'none') return new WordsAlone();
  if (embeddings === 'packaged') return new PackagedEmbedder();
  const { embeddingsApiKey: key } = config;
  return new EndpointEmbedder({ url: embeddings, model, dimensions, ...(key === undefined ? {} : { key }) });
}

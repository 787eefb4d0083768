import type { OutgoingRequests } from '@pks/platform';
import { Embedder } from './embedder.ts';
import { EndpointEmbedder } from './endpoint-embedder.ts';
import { NO_MODEL } from './no-model.ts';
import { PackagedEmbedder } from './packaged-embedder.ts';

/** The configuration of embeddings. */
export interface EmbeddingsConfig {
  /** `packaged`, `none`, or the address of an endpoint without `/embeddings`. */
  readonly embeddings: string;
  readonly embeddingsModel: string;
  readonly embeddingsDimensions: number;
  readonly embeddingsApiKey?: string;
}

/** Opens the configured embedder. Requests to an endpoint are counted if `outgoing` is given. */
export function openEmbedder(config: EmbeddingsConfig, outgoing?: OutgoingRequests): Embedder {
  const { embeddings, embeddingsModel: model, embeddingsDimensions: dimensions } = config;
  if (embeddings === 'none') return new WordsAlone();
  if (embeddings === 'packaged') return new PackagedEmbedder();
  const { embeddingsApiKey: key } = config;
  const count = outgoing?.to('embeddings');
  return new EndpointEmbedder({
    url: embeddings,
    model,
    dimensions,
    ...(key === undefined ? {} : { key }),
    ...(count ? { count } : {}),
  });
}

/** No model: passages are found only by their words. */
class WordsAlone extends Embedder {
  readonly model = NO_MODEL;
  readonly dimensions = 1;

  override embed(): Promise<null> {
    return Promise.resolve(null);
  }

  override embedQuestion(): Promise<null> {
    return Promise.resolve(null);
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

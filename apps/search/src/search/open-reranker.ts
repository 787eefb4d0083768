import { EndpointReranker } from './endpoint-reranker.ts';
import type { Reranker } from './reranker.ts';

/** The configuration of rerankers. */
export interface RerankerConfig {
  /** `none`, or the address of an endpoint without `/rerank`. */
  readonly reranker: string;
  readonly rerankerModel: string;
  readonly rerankerApiKey?: string;
}

/** Opens the configured reranker; null without one. */
export function openReranker({
  reranker: url,
  rerankerModel: model,
  rerankerApiKey: key,
}: RerankerConfig): Reranker | null {
  if (url === 'none') return null;
  return new EndpointReranker({ url, model, ...(key === undefined ? {} : { key }) });
}

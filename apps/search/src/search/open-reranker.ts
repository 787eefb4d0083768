import type { OutgoingRequests } from '@pks/platform';
import { EndpointReranker } from './endpoint-reranker.ts';
import type { Reranker } from './reranker.ts';

/** The configuration of rerankers. */
export interface RerankerConfig {
  /** `none`, or the address of an endpoint without `/rerank`. */
  readonly reranker: string;
  readonly rerankerModel: string;
  readonly rerankerApiKey?: string;
}

/** Opens the configured reranker; null without one. Its requests are counted if `outgoing` is given. */
export function openReranker(
  { reranker: url, rerankerModel: model, rerankerApiKey: key }: RerankerConfig,
  outgoing?: OutgoingRequests,
): Reranker | null {
  if (url === 'none') return null;
  const count = outgoing?.to('reranker');
  return new EndpointReranker({
    url,
    model,
    ...(key === undefined ? {} : { key }),
    ...(count ? { count } : {}),
  });
}

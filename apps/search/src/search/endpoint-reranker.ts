import {
  type Endpoint,
  type OutgoingOutcome,
  fieldOf,
  outcomeOfError,
  outcomeOfStatus,
  postJson,
  reasonOf,
} from '@pks/platform';
import { Reranker, RerankingFailed } from './reranker.ts';

/** An endpoint for reranking; the address is without `/rerank`. */
export interface RerankingEndpoint extends Endpoint {
  readonly model: string;
  /** The timeout, for which a search waits. Milliseconds. */
  readonly timeoutMs?: number;
  /** How long the endpoint is not called after a failure, so that not every search waits for it. Milliseconds. */
  readonly restMs?: number;
}

/** Any endpoint that answers `POST {url}/rerank` as Cohere's and Jina's do. It is called once: a search does not wait for repetitions. */
export class EndpointReranker extends Reranker {
  readonly #endpoint: RerankingEndpoint;
  readonly #closed = new AbortController();
  #restsUntil = 0;

  constructor(endpoint: RerankingEndpoint) {
    super();
    this.#endpoint = endpoint;
  }

  /** Null also for a while after a failure. */
  override async relevance(query: string, texts: readonly string[]): Promise<readonly number[] | null> {
    if (texts.length === 0) return [];
    if (performance.now() < this.#restsUntil) return null;
    try {
      const relevance = relevanceIn(await this.#ask(query, texts), texts.length);
      this.#endpoint.count?.('ok');
      return relevance;
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#endpoint.count?.(outcomeOf(error));
      this.#restsUntil = performance.now() + (this.#endpoint.restMs ?? 5_000);
      if (error instanceof RerankingFailed) throw error;
      throw new RerankingFailed(`The reranking endpoint did not answer: ${reasonOf(error)}.`, {
        cause: error,
      });
    }
  }

  override close(): void {
    this.#closed.abort(new RerankingFailed('The reranker was closed.'));
  }

  async #ask(query: string, documents: readonly string[]): Promise<unknown> {
    const { model, timeoutMs = 2_000 } = this.#endpoint;
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(timeoutMs)]);
    const wanted = { model, query, documents, top_n: documents.length };
    const response = await postJson(this.#endpoint, 'rerank', wanted, signal);
    if (response.ok) return response.json();
    const said = (await response.text()).slice(0, 200);
    const sentence = `The reranking endpoint answered ${response.status}: ${said}`;
    throw outcomeOfStatus(response.status) === 'refused'
      ? new RerankingRefused(sentence)
      : new RerankingFailed(sentence);
  }
}

/** The endpoint refuses the request. */
class RerankingRefused extends RerankingFailed {}

function outcomeOf(error: unknown): OutgoingOutcome | undefined {
  return error instanceof RerankingRefused ? 'refused' : outcomeOfError(error);
}

/** The relevance of each text in an endpoint's answer, in the order of the texts. @throws RerankingFailed for any other answer. */
function relevanceIn(answer: unknown, texts: number): number[] {
  const results = fieldOf(answer, 'results');
  const scores = new Map<unknown, unknown>();
  if (Array.isArray(results)) {
    for (const result of results) scores.set(fieldOf(result, 'index'), fieldOf(result, 'relevance_score'));
  }
  const relevance = Array.from({ length: texts }, (_, index) => scores.get(index));
  if (relevance.every((score) => typeof score === 'number')) return bounded(relevance);
  throw new RerankingFailed(
    `The reranking endpoint answered without a relevance for each of ${texts} texts.`,
  );
}

/** Some models answer with logits. */
function bounded(scores: readonly number[]): number[] {
  const isBounded = scores.every((score) => score >= 0 && score <= 1);
  return scores.map((score) => (isBounded ? score : 1 / (1 + Math.exp(-score))));
}

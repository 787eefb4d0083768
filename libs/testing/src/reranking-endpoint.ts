import { json } from 'node:stream/consumers';
import { LocalEndpoint } from './local-endpoint.ts';

/** A request that the endpoint received. */
export interface RerankingRequest {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  readonly top_n: number;
}

/** The response instead of relevances; `null` for no response at all. */
export type OtherReranking = { readonly status: number; readonly body: string } | null;

/** A real HTTP server on 127.0.0.1 that reranks like Cohere and Jina, or sends the responses set for the next requests. */
export class RerankingEndpoint extends LocalEndpoint {
  readonly requests: RerankingRequest[] = [];
  /** The responses to the next requests, one each, before relevances are sent. */
  readonly next: OtherReranking[] = [];

  private constructor(private readonly relevanceOf: (text: string) => number) {
    super('/v1');
  }

  static start(relevanceOf: (text: string) => number): Promise<RerankingEndpoint> {
    const endpoint = new RerankingEndpoint(relevanceOf);
    return endpoint.listen((request, response) => {
      if (request.method !== 'POST' || request.url !== '/v1/rerank')
        return void response.writeHead(404).end();
      void json(request).then((body) => {
        const asked = body as Omit<RerankingRequest, 'authorization'>;
        endpoint.requests.push({ ...asked, authorization: request.headers.authorization });
        const other = endpoint.next.length > 0 ? endpoint.next.shift() : endpoint.answer(asked.documents);
        if (other) response.writeHead(other.status).end(other.body);
      });
    });
  }

  /** Returns the most relevant document first, each with its index. */
  private answer(documents: readonly string[]): OtherReranking {
    const results = documents
      .map((text, index) => ({ index, relevance_score: this.relevanceOf(text) }))
      .sort((a, b) => b.relevance_score - a.relevance_score);
    return { status: 200, body: JSON.stringify({ results }) };
  }
}

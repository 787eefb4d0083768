import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalEndpoint } from './local-endpoint.ts';

/** A request that the endpoint received. */
export interface EmbeddingsRequest {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

/** The response instead of vectors; `null` for no response at all. */
export type OtherAnswer = {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string;
} | null;

/** A real HTTP server on 127.0.0.1 that responds like OpenAI's embeddings, or with the responses set for the next requests. */
export class EmbeddingsEndpoint extends LocalEndpoint {
  readonly requests: EmbeddingsRequest[] = [];
  /** The responses to the next requests, one each, before vectors are sent. */
  readonly next: OtherAnswer[] = [];
  /** Requests with a longer text are refused. Characters. */
  longest = Infinity;
  /** Requests with a text that contains this are refused. */
  forbidden: string | undefined;

  private constructor(private readonly vectorOf: (text: string) => readonly number[]) {
    super('/v1');
  }

  static start(vectorOf: (text: string) => readonly number[]): Promise<EmbeddingsEndpoint> {
    const endpoint = new EmbeddingsEndpoint(vectorOf);
    return endpoint.listen((request, response) => {
      void text(request).then((body) => {
        const other = endpoint.take(request, body);
        if (other === null) return;
        response.writeHead(other.status, {
          'Content-Type': 'application/json',
          ...(other.retryAfter === undefined ? {} : { 'Retry-After': other.retryAfter }),
        });
        response.end(other.body);
      });
    });
  }

  /** Returns the vectors in reverse order, each with its index, as the API allows. */
  private take({ method, url, headers }: IncomingMessage, body: string): OtherAnswer {
    if (method !== 'POST' || url !== '/v1/embeddings') return { status: 404, body: '{}' };
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    this.requests.push({ authorization: headers.authorization, model, input });
    const other = this.next.shift();
    if (other !== undefined) return other;
    if (input.some((one) => one.length > this.longest)) return { status: 413, body: 'too long' };
    const { forbidden } = this;
    if (forbidden !== undefined && input.some((one) => one.includes(forbidden)))
      return { status: 400, body: 'forbidden' };
    const data = input.map((one, index) => ({ index, embedding: this.vectorOf(one) })).reverse();
    return { status: 200, body: JSON.stringify({ data }) };
  }
}

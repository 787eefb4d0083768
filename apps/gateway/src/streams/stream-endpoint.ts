import { NotFound } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { hijacked } from '../http/respond.ts';
import { type Route, placesOf } from '../routing/route.ts';
import { lastEventIdOf } from './last-event-id.ts';
import type { Streams } from './streams.ts';

/** What proxies and clients are told of a stream: kept nowhere, and passed on as it comes. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

interface StreamEndpointParts {
  readonly gatekeeper: Gatekeeper;
  readonly streams: Streams;
  /** Told of an answer whose end the client did not wait for. */
  readonly onLeft: (request: ApiRequest, response: FastifyReply) => void;
}

/** Serves one stream of server-sent events; the checks are those of every endpoint, in their order. */
export class StreamEndpoint {
  private readonly query: QueryReader;

  constructor(
    private readonly route: Route,
    private readonly parts: StreamEndpointParts,
  ) {
    this.query = new QueryReader(route.rpc.request, placesOf(route).query);
  }

  /** Before anything else: who asks, and whether he may. It counts against his rate; looks that follow do not. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    await this.parts.gatekeeper.admit(this.route, request);
  };

  /** Begins the stream; to HEAD, only says what it would be. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    this.query.read(queryText(request.url));
    const after = lastEventIdOf(request);
    const readmit = () => this.parts.gatekeeper.readmit(this.route, request);
    const admitted = await readmit();
    if (!admitted.caller.project) throw new NotFound();
    response.code(this.route.status).headers(HEADERS);
    if (request.method === 'HEAD') return response.send();
    const wish = { requestId: request.id, admitted, projectId: admitted.caller.project.id, after, readmit };
    await this.parts.streams.begin(wish, response.raw, () => this.answer(request, response));
    return response;
  };

  private answer(request: ApiRequest, response: FastifyReply): void {
    const raw = hijacked(response);
    raw.flushHeaders();
    raw.once('close', () => {
      if (!raw.writableFinished) this.parts.onLeft(request, response);
    });
  }
}

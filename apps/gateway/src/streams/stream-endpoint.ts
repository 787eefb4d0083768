import { Injectable } from '@nestjs/common';
import { NotFound } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { Gatekeeper } from '../access/gatekeeper.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { respondHeaders } from '../http/respond.ts';
import { type Route, placesOf } from '../routes/route.ts';
import { lastPositionOf } from './last-event-id.ts';
import { STREAM_HEADERS, beginStream } from './stream-response.ts';
import { Streams } from './streams.ts';

/** What streams' endpoints depend on. */
@Injectable()
export class StreamEndpointParts {
  constructor(
    readonly gatekeeper: Gatekeeper,
    readonly streams: Streams,
  ) {}
}

/** Serves one stream of server-sent events; the checks and their order are those of every endpoint. */
export class StreamEndpoint {
  private readonly query: QueryReader;

  constructor(
    private readonly route: Route,
    private readonly parts: StreamEndpointParts,
  ) {
    this.query = new QueryReader(route.rpc.request, placesOf(route).query);
  }

  /** Authenticates and authorizes, before anything else. Only this check counts towards the caller's rate. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    await this.parts.gatekeeper.admit(this.route, request);
  };

  /** Begins the stream; answers HEAD with only its headers. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    this.query.read(queryText(request.url));
    const after = lastPositionOf(request);
    const readmit = () => this.parts.gatekeeper.readmit(this.route, request);
    const caller = await readmit();
    if (!caller.project) throw new NotFound();
    response.code(this.route.status).headers(STREAM_HEADERS);
    if (request.method === 'HEAD') return respondHeaders(response);
    const subscription = {
      requestId: request.id,
      caller,
      projectId: caller.project.id,
      after,
      readmit,
    };
    await this.parts.streams.begin(subscription, response.raw, () => beginStream(response));
    return response;
  };
}

import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FileEndpoint, FileEndpointParts } from '../files/file-endpoint.ts';
import { UploadEndpoint, UploadEndpointParts } from '../files/upload-endpoint.ts';
import type { ApiRequest } from '../http/json-body.ts';
import type { SeenBodies } from '../http/seen-bodies.ts';
import { AnswerStreamEndpoint, AnswerStreamParts } from '../streams/answer-stream-endpoint.ts';
import { StreamEndpoint, StreamEndpointParts } from '../streams/stream-endpoint.ts';
import { Endpoint, EndpointParts } from './endpoint.ts';
import type { Route } from '../routes/route.ts';

/** How a route is served. */
export interface Served {
  readonly authorize: (request: ApiRequest) => Promise<void>;
  readonly handle: (request: ApiRequest, response: FastifyReply) => Promise<FastifyReply>;
  /** For a route with a body whose answers are kept. */
  readonly seenBodies?: SeenBodies | undefined;
}

/** Creates the endpoints of routes, by their kinds. */
@Injectable()
export class Endpoints {
  constructor(
    private readonly json: EndpointParts,
    private readonly streams: StreamEndpointParts,
    private readonly answers: AnswerStreamParts,
    private readonly uploads: UploadEndpointParts,
    private readonly files: FileEndpointParts,
  ) {}

  of(route: Route): Served {
    if (route.stream === 'answer') return new AnswerStreamEndpoint(route, this.answers);
    if (route.stream) return new StreamEndpoint(route, this.streams);
    if (route.upload) return new UploadEndpoint(route, this.uploads);
    return route.file ? new FileEndpoint(route, this.files) : new Endpoint(route, this.json);
  }
}

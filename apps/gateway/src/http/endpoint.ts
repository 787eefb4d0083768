import { type BusClient, type CallContext, type Reply } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import type { GatewayConfig } from '../gateway.config.ts';
import { type Route, placesOf } from '../routing/route.ts';
import { baseUrlOf } from './base-url.ts';
import { BodyReader } from './body.ts';
import { clientAddressOf } from './client-address.ts';
import { idempotencyOf } from './idempotency-header.ts';
import type { ApiRequest } from './json-body.ts';
import { envelopeHead } from './page-envelope.ts';
import { PathReader } from './path.ts';
import { type Query, QueryReader, queryText } from './query.ts';
import { respondBytes, respondObject, respondPage } from './respond.ts';

/** What endpoints work with. */
export interface EndpointParts {
  readonly bus: BusClient;
  readonly gatekeeper: Gatekeeper;
  readonly config: GatewayConfig;
}

/** Serves one route: checks in the order of decisions 1, asks the service, and hands on its bytes. */
export class Endpoint {
  private readonly path: PathReader;
  private readonly body: BodyReader;
  private readonly query: QueryReader;

  constructor(
    readonly route: Route,
    private readonly parts: EndpointParts,
  ) {
    const { request } = route.rpc;
    const { path, body, query } = placesOf(route);
    this.path = new PathReader(request, path);
    this.body = new BodyReader(request, body, route.bodyIs);
    this.query = new QueryReader(request, query);
  }

  /** Before anything of the body is read: who asks, and whether he may. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    if (this.route.access === 'anyone') return;
    request.sealed = (await this.parts.gatekeeper.admit(this.route, request)).sealed;
  };

  /** Validates, asks and answers. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    const query = this.query.read(queryText(request.url));
    const body = this.body.read(request.body === undefined ? {} : request.body.value);
    const context = { ...this.contextOf(request), ...idempotencyOf(request) };
    const message = { ...query.fields, ...body, ...this.path.read(request) };
    const reply = await this.parts.bus.forward(this.route.rpc, message, context);
    response.code(this.route.status).header('cache-control', this.cacheControl());
    if (reply.replayed) response.header('idempotent-replayed', 'true');
    return this.respond(request, response, reply, query);
  };

  private respond(
    request: ApiRequest,
    response: FastifyReply,
    reply: Reply,
    query: Query,
  ): FastifyReply | Promise<FastifyReply> {
    switch (this.route.rpc.result.kind) {
      case 'nothing':
        return response.send();
      case 'page':
        return respondPage(response, this.headOf(request, reply.count ?? 0, query), reply.body);
      case 'one':
        return this.route.method === 'GET'
          ? respondObject(request, response, reply)
          : respondBytes(response, reply.body);
      case 'list':
        return respondBytes(response, reply.body);
    }
  }

  private headOf(request: ApiRequest, count: number, { limit, offset, others }: Query): string {
    const path = this.route.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(request.params[name] ?? ''),
    );
    return envelopeHead({
      count,
      limit,
      offset,
      others,
      address: baseUrlOf(this.parts.config, request) + path,
    });
  }

  private contextOf(request: ApiRequest): CallContext {
    const deadline = Date.now() + this.parts.config.requestDeadlineMs;
    const clientAddress = this.route.access === 'anyone' ? clientAddressOf(request.ip) : undefined;
    const context = { requestId: request.id, deadline, caller: request.sealed };
    return clientAddress === undefined ? context : { ...context, clientAddress };
  }

  private cacheControl(): string {
    return this.route.method === 'GET' ? 'private, no-cache' : 'no-store';
  }
}

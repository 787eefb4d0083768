import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import type { Reply } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { Gatekeeper } from '../access/gatekeeper.ts';
import { assertMayName } from '../access/guard.ts';
import { Sessions } from '../access/sessions.ts';
import { GatewayConfig } from '../gateway.config.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { BodyReader } from '../http/body.ts';
import { originOf, tenantOf } from '../http/call-origin.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { EarlyRefusals } from '../http/early-refusals.ts';
import { keyedRequestOf } from '../http/idempotency-header.ts';
import type { ApiRequest, JsonBody } from '../http/json-body.ts';
import { envelopeHead } from '../http/page-envelope.ts';
import { PathReader } from '../http/path.ts';
import { type Query, QueryReader, queryText } from '../http/query.ts';
import { respondBytes, respondObject, respondPage } from '../http/respond.ts';
import { SeenBodies } from '../http/seen-bodies.ts';
import { type CallOrigin, ServiceCalls, serviceLineOf } from '../http/service-calls.ts';
import { type Route, placesOf } from '../routes/route.ts';

/** What endpoints depend on. */
@Injectable()
export class EndpointParts {
  constructor(
    readonly calls: ServiceCalls,
    readonly gatekeeper: Gatekeeper,
    readonly config: GatewayConfig,
    readonly early: EarlyRefusals,
    readonly sessions: Sessions,
  ) {}
}

/** Serves one route: checks in the order of decisions 1, calls the service, and passes its reply's bytes through. */
export class Endpoint {
  private readonly path: PathReader;
  private readonly body: BodyReader;
  private readonly query: QueryReader;
  private readonly line: string;
  /**
   * For a route whose answers are kept: answering from memory is so quick that parsing a repeated body would be most
   * of the work.
   */
  readonly seenBodies: SeenBodies | undefined;

  constructor(
    private readonly route: Route,
    private readonly parts: EndpointParts,
  ) {
    const { request } = route.rpc;
    const { path, body, query } = placesOf(route);
    this.path = new PathReader(request, path);
    this.body = new BodyReader(request, body, route.bodyIs);
    this.query = new QueryReader(request, query);
    this.line = serviceLineOf(route.rpc);
    const isKept = route.rpc.keptFor !== undefined && route.method !== 'GET';
    this.seenBodies = isKept ? new SeenBodies() : undefined;
  }

  /** Authenticates and authorizes, before reading any of the body. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    if (this.route.access === 'anyone') {
      request.tenant = clientAddressOf(request.ip) ?? '';
      return;
    }
    const caller = await this.parts.gatekeeper.admit(this.route, request);
    this.accept(request, caller);
    request.tenant = tenantOf(caller);
    this.parts.early.note(request.raw, this.line, request.tenant);
  };

  /** Validates, calls the service and answers. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    await this.present(request);
    const query = this.query.read(queryText(request.url));
    const body = this.messageOf(request.body);
    const present = () => this.present(request);
    const origin = { ...this.originOf(request), ...keyedRequestOf(this.route, request), present };
    const message = { ...query.fields, ...body, ...this.path.read(request) };
    const reply = await this.parts.calls.forwardInTurn(request.tenant, this.route.rpc, message, origin);
    response.code(this.route.status).header('cache-control', this.cacheControl());
    if (reply.replayed) response.header('idempotent-replayed', 'true');
    const carried = await this.parts.sessions.carry(this.route, request, response, reply);
    return this.respond(request, response, carried, query);
  };

  /** The caller as of now: the body may have taken long to arrive, and the call to get its turn. */
  private async present(request: ApiRequest): Promise<Caller | null> {
    const { caller } = request;
    if (caller) this.accept(request, await this.parts.gatekeeper.present(this.route, request, caller));
    return request.caller;
  }

  /** @throws Forbidden when the query names something that the caller may not name. */
  private accept(request: ApiRequest, caller: Caller): void {
    assertMayName(this.route, caller, queryText(request.url));
    request.caller = caller;
  }

  private messageOf(body: JsonBody | undefined): object {
    if (body === undefined) return this.body.read({});
    const read = (): object => this.body.read(body.value);
    return this.seenBodies ? this.seenBodies.messageOf(body, read) : read();
  }

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
        return respondPage(response, this.headOf(request, reply.count ?? 0, query), reply);
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

  private originOf(request: ApiRequest): CallOrigin {
    const { access, rpc } = this.route;
    const clientAddress = access === 'anyone' || rpc.isCostly ? clientAddressOf(request.ip) : undefined;
    const origin = originOf(request, request.caller);
    return clientAddress === undefined ? origin : { ...origin, clientAddress };
  }

  private cacheControl(): string {
    return this.route.method === 'GET' ? 'private, no-cache' : 'no-store';
  }
}

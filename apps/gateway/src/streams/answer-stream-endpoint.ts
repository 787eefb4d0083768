import { Injectable } from '@nestjs/common';
import { AskAndFollow, type Caller, FollowAnswer, conversations } from '@pks/contracts';
import { type CallAnswer, NotFound, parserOf } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { Gatekeeper } from '../access/gatekeeper.ts';
import { BodyReader } from '../http/body.ts';
import { originOf, tenantOf } from '../http/call-origin.ts';
import { keyedRequestOf } from '../http/idempotency-header.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { PathReader } from '../http/path.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { respondHeaders } from '../http/respond.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { type Route, placesOf } from '../routes/route.ts';
import { AnswerStreams } from './answer-streams.ts';
import { lastEventIdOf } from './last-event-id.ts';
import { StreamCounts } from './stream-counts.ts';
import { STREAM_HEADERS, beginStream } from './stream-response.ts';

/** What the endpoints of answers depend on. */
@Injectable()
export class AnswerStreamParts {
  constructor(
    readonly gatekeeper: Gatekeeper,
    readonly calls: ServiceCalls,
    readonly answers: AnswerStreams,
    readonly counts: StreamCounts,
  ) {}
}

/** Serves answers as server-sent events: POST asks first, GET follows the last question. The checks and their order are those of every endpoint. */
export class AnswerStreamEndpoint {
  private readonly path: PathReader;
  private readonly body: BodyReader;
  private readonly query: QueryReader;

  constructor(
    private readonly route: Route,
    private readonly parts: AnswerStreamParts,
  ) {
    const { request } = route.rpc;
    const { path, body } = placesOf(route);
    this.path = new PathReader(request, path);
    this.body = new BodyReader(request, body, undefined);
    this.query = new QueryReader(request, []);
  }

  /** Authenticates and authorizes, before reading any of the body. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    const caller = await this.parts.gatekeeper.admit(this.route, request);
    request.caller = caller;
    request.tenant = tenantOf(caller);
  };

  /** Begins the stream; answers HEAD with only its headers. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    const { gatekeeper } = this.parts;
    if (request.caller) request.caller = await gatekeeper.present(this.route, request, request.caller);
    this.query.read(queryText(request.url));
    const body = this.body.read(request.body === undefined ? {} : request.body.value);
    const last = lastEventIdOf(request);
    const { caller } = request;
    if (!caller?.project) throw new NotFound();
    const message = { ...body, ...this.path.read(request) };
    this.parts.counts.count(caller.user_id, response.raw);
    const { value, replayed } = await this.questionOf(request, caller, message);
    response.code(this.route.status).headers(STREAM_HEADERS);
    if (replayed) response.header('idempotent-replayed', 'true');
    if (request.method === 'HEAD') return respondHeaders(response);
    const raw = beginStream(response);
    const readmit = () => gatekeeper.readmit(this.route, request);
    const { conversation_id: conversationId = '' } = request.params;
    const projectId = caller.project.id;
    // A question that was asked just now has no earlier entries to continue after.
    const isNew = request.method === 'POST' && !replayed;
    const after = isNew ? 0 : (last ?? 0);
    const from = { after, earlier: request.method === 'GET' && last !== undefined };
    void this.parts.answers.send(
      { requestId: request.id, projectId, conversationId, queryId: value.query_id, ...from, readmit },
      raw,
    );
    return response;
  };

  /** Asks the question of a POST; for a GET, looks up the question to follow. */
  private questionOf(
    request: ApiRequest,
    caller: Caller,
    message: object,
  ): Promise<CallAnswer<{ readonly query_id: number }>> {
    const { calls } = this.parts;
    const origin = { ...originOf(request, caller), ...keyedRequestOf(this.route, request) };
    const { begin, follow } = conversations.calls;
    return request.method === 'POST'
      ? calls.answer(begin, parserOf(AskAndFollow).parse(message), origin)
      : calls.answer(follow, parserOf(FollowAnswer).parse(message), origin);
  }
}

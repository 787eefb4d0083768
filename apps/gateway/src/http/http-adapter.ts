import { type Server, type ServerResponse, createServer } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Caller } from '@pks/contracts';
import type { FailedCall, Log } from '@pks/platform/process';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../gateway.config.ts';
import { LONGEST_ARRIVAL_MS, limitArrival } from './arrival-limit.ts';
import { MCP_PATH } from './base-url.ts';
import { beginAnswer } from './answering.ts';
import { Cors } from './cors.ts';
import { EarlyRefusals } from './early-refusals.ts';
import { EVERY_ANSWER } from './every-answer.ts';
import { type JsonBody, acceptJsonBodies } from './json-body.ts';
import type { KeyOf } from './json-text.ts';
import type { SeenBodies } from './seen-bodies.ts';
import { LargeBodies } from './large-bodies.ts';
import { McpOrigins } from './mcp-origins.ts';
import { answerNotAllowed, restoreMethod, routeUnservedMethod } from './method-not-allowed.ts';
import { answerNotFound } from './not-found.ts';
import { type NotFoundPage, wantsPage } from './page-wanted.ts';
import type { PathReader } from './path.ts';
import { requestIdOf } from './request-id.ts';
import { RequestTurns } from './request-turns.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { endWithLongBodies } from './unread-body.ts';
import { answerUnreadable, answerUnusual, missingHost } from './unreadable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authorized caller; null on open routes. */
    caller: Caller | null;
    /** The tenant in whose turn its call is made: its project, else its user or the client's address. */
    tenant: string;
    /** For the log line: the tool that a message of `/mcp` calls. */
    tool: string | null;
    /** The raw response to it. */
    response: ServerResponse | null;
    /** The id of its real caller once authenticated: for the log line, and for limits per user. */
    callerId: string | null;
    /** When its stream began, counted from the request's arrival; null if it has none. Milliseconds. */
    streamedAfterMs: number | null;
    /** How long looking up its caller has taken. Milliseconds. */
    admittedInMs: number;
    /** When its caller was last authorized, by `performance.now()`. */
    admittedAt: number;
    /** For the log line: both users, if one acts as another. */
    actingUsers: Readonly<Record<string, string>> | null;
    /** For the log line: the call of a service that made it fail. */
    failedCall: FailedCall | null;
  }
  interface FastifyInstance {
    /** Answers people who open an address that leads nowhere; absent if the console is not served. */
    notFoundPage: { answer?: NotFoundPage };
    /** Refuses requests before any other work is done for them. */
    early: EarlyRefusals;
    /** Parses the JSON of a request; large ones take turns. */
    readJson: (request: FastifyRequest, bytes: Buffer) => Promise<JsonBody>;
  }
  interface FastifyContextConfig {
    /** The route accepts files, and limits their arrival itself. */
    upload?: boolean;
    /** The key of a refusal for a place in its body; without it, refusals are keyed to the whole body. */
    keyOf?: KeyOf;
    /** The bodies already seen by a route whose answers are kept. */
    seenBodies?: SeenBodies;
    /** Reads the parameters of its path. */
    path?: PathReader;
    /** Its errors have the shape of a run's errors. */
    isRun?: true;
    /** Of a route that answers 405: the methods that its path has. */
    allow?: string;
    /** Of a route that answers 404: its path has a fixed word in the place of an id. */
    isNoPath?: true;
  }
}

/**
 * The Fastify server under the Nest application, with everything that happens before a route: limits, request ids, JSON
 * bodies, and the answers to requests that no route serves.
 */
export function httpAdapter(config: GatewayConfig, log: Log): FastifyAdapter {
  // Without Nest's middleware, of which the gateway uses none, each request passes through one hook fewer.
  const early = new EarlyRefusals();
  const adapter = new FastifyAdapter({ ...serverOptions(config, log, early), skipMiddie: true });
  const server: FastifyInstance = adapter.getInstance();
  server.decorate('early', early).decorate('notFoundPage', {});
  answerUnusual(server.server, log);
  server
    .decorateRequest('caller', null)
    .decorateRequest('tenant', '')
    .decorateRequest('response', null)
    .decorateRequest('callerId', null)
    .decorateRequest('streamedAfterMs', null)
    .decorateRequest('admittedInMs', 0)
    .decorateRequest('admittedAt', 0)
    .decorateRequest('tool', null)
    .decorateRequest('actingUsers', null)
    .decorateRequest('failedCall', null);
  acceptJsonBodies(server, new LargeBodies(config.requestDeadlineMs));
  const mcp = new McpOrigins(config);
  checkFirst(server, new Cors(config.corsOrigins, new Map([[MCP_PATH, (origin) => mcp.allows(origin)]])));
  return adapter;
}

function serverOptions(config: GatewayConfig, log: Log, early: EarlyRefusals): FastifyHttpOptions<Server> {
  return {
    logger: false,
    trustProxy: trustedProxies(config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    serverFactory: (serve) => {
      const options = {
        requireHostHeader: false,
        requestTimeout: LONGEST_ARRIVAL_MS,
        keepAliveTimeout: 75_000,
      };
      const turns = new RequestTurns();
      const server = createServer(options, (request, response) =>
        turns.take(
          request,
          () => early.lineOf(request) ?? request.socket.remoteAddress ?? '',
          (waitedMs) => early.refuses(request, response, waitedMs) || serve(request, response),
        ),
      );
      return server.on('connection', () => turns.noteConnection());
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    rewriteUrl: (request) => {
      routeUnservedMethod(request);
      return request.url ?? '/';
    },
    clientErrorHandler: answerUnreadable(log),
    frameworkErrors: (_error, request, response) => {
      restoreMethod(request.raw);
      log.info({ request_id: request.id, method: request.method, status: 404 });
      answerNotFound(request, response);
    },
  };
}

/** Sets the headers of every answer, and answers what no route serves before reading any of the body. */
function checkFirst(server: FastifyInstance, cors: Cors): void {
  endWithLongBodies(server);
  server.addHook('onSend', (_request, response, _payload, done) => {
    beginAnswer(response.raw);
    done();
  });
  server.addHook('onRequest', (request, response, done) => {
    restoreMethod(request.raw);
    request.response = response.raw;
    response.headers({ ...EVERY_ANSWER, 'x-request-id': request.id });
    cors.describe(request, response);
    const { upload = false, allow, isNoPath } = request.routeOptions.config;
    if (!upload) limitArrival(server.server, request.raw);
    const { answer } = server.notFoundPage;
    if (request.is404 && answer && wantsPage(request)) answer(request, response).catch(done);
    else if (request.is404 || isNoPath) answerNotFound(request, response);
    else if (cors.isPreflight(request)) cors.answerPreflight(request, response);
    else if (allow !== undefined) answerNotAllowed(request, response);
    else done(missingHost(request.raw));
  });
}

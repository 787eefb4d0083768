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
    /** Whose turn its call takes: that of its project; elsewhere its user's, or that of the client's address. */
    tenant: string;
    /** For the log line: the tool that a message of `/mcp` calls. */
    tool: string | null;
    /** What it is answered with. */
    response: ServerResponse | null;
    /** For the log line. */
    callerId: string | null;
    /** When the stream began that it is answered with, from its arrival on; null where there is none. Milliseconds. */
    streamedAfterMs: number | null;
    /** How long its caller was looked up. Milliseconds. */
    admittedInMs: number;
    /** When its caller was last authorized, by `performance.now()`. */
    admittedAt: number;
    /** For the log line: both users, where one acts as another. */
    actingUsers: Readonly<Record<string, string>> | null;
    /** For the log line: the call of a service because of which it failed. */
    failedCall: FailedCall | null;
  }
  interface FastifyInstance {
    /** For people who open an address that leads nowhere; none where the console is not served. */
    notFoundPage: { answer?: NotFoundPage };
    /** Refuses requests before anything else is done for them. */
    early: EarlyRefusals;
    /** Parses the JSON of a request; large ones take turns. */
    readJson: (request: FastifyRequest, bytes: Buffer) => Promise<JsonBody>;
  }
  interface FastifyContextConfig {
    /** Accepts files, and limits their arrival itself. */
    upload?: boolean;
    /** What refusals of its body are keyed to; without it, the whole body. */
    keyOf?: KeyOf;
    /** Of a route whose answers are kept, and which has a body. */
    seenBodies?: SeenBodies;
    /** Reads the parameters of its path. */
    path?: PathReader;
    /** Its errors have the shape of those of runs. */
    isRun?: true;
    /** Of a route that answers 405: the methods that its path has. */
    allow?: string;
    /** Of a route that answers 404: no path has the method. */
    isNoPath?: true;
  }
}

/**
 * The Fastify server under the Nest application, with everything that happens before a route: limits, request ids, JSON
 * bodies, and the answers to requests that no route serves.
 */
export function httpAdapter(config: GatewayConfig, log: Log): FastifyAdapter {
  // Without Nest's middleware, which the gateway has none of, each request passes through one hook less.
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

/** Sets what every answer carries, and answers what no route serves before anything of a body is read. */
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

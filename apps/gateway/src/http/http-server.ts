import type { Log } from '@pks/platform/process';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { docsPage } from '../openapi/docs-page.ts';
import { openApiDocument } from '../openapi/document.ts';
import { resourceMetadata } from '../oauth/resource-metadata.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { StreamEndpoint } from '../streams/stream-endpoint.ts';
import type { Streams } from '../streams/streams.ts';
import { PREFIX, baseUrlOf } from './base-url.ts';
import { Endpoint, type EndpointParts } from './endpoint.ts';
import { answerFailure } from './failures.ts';
import { type ApiShape, takeJsonBodies } from './json-body.ts';
import { requestIdOf } from './request-id.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { answerUnreadable, answerUnusual, missingHost } from './unreadable.ts';
import { Unserved, answerNotFound } from './unserved.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller as services take it; null on open routes. */
    sealed: string | null;
    /** For the log line. */
    callerId: string | null;
    /** For the log line: both users, where one acts as another. */
    actingUsers: Readonly<Record<string, string>> | null;
  }
}

/** Told of every answered request: for metrics. */
export type OnResponse = (route: string, method: string, status: number, seconds: number) => void;

type Noted = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'routeOptions' | 'callerId' | 'actingUsers'>;
type Note = (request: Noted, response: FastifyReply) => void;

/** What the server works with. */
export interface HttpServerParts extends EndpointParts {
  readonly streams: Streams;
}

/** The HTTP server with every route of the service. */
export function makeHttpServer(parts: HttpServerParts, log: Log, onResponse: OnResponse): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: trustedProxies(parts.config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    requestTimeout: 120_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    http: { requireHostHeader: false },
    clientErrorHandler: answerUnreadable(log),
    frameworkErrors: (_error, request, response) => {
      log.info({ request_id: request.id, method: request.method, status: 404 });
      answerNotFound(request, response);
    },
  });
  answerUnusual(server.server, log);
  server
    .decorateRequest('sealed', null)
    .decorateRequest('callerId', null)
    .decorateRequest('actingUsers', null);
  takeJsonBodies(server);
  server.setErrorHandler(answerFailure(log));
  const note = noteOf(log, onResponse);
  lookFirst(server, new Unserved(addRoutes(server, parts, note)));
  server.addHook('onResponse', (request, response, done) => {
    note(request, response);
    done();
  });
  return server;
}

/** Gives the methods of each path. */
function addRoutes(server: FastifyInstance, parts: HttpServerParts, onLeft: Note): Map<string, Set<string>> {
  const served = new Map<string, Set<string>>();
  for (const route of ALL_ROUTES) {
    const endpoint = route.stream
      ? new StreamEndpoint(route, { ...parts, onLeft })
      : new Endpoint(route, parts);
    const url = PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1');
    served.set(url, (served.get(url) ?? new Set<string>()).add(route.method));
    server.route<ApiShape>({
      method: route.method,
      url,
      bodyLimit: route.bodyLimit,
      onRequest: endpoint.authorize,
      handler: endpoint.handle,
    });
  }
  server.get(`${PREFIX}/openapi.json`, (request) =>
    openApiDocument(ALL_ROUTES, baseUrlOf(parts.config, request), parts.config.region),
  );
  const pages = [...docsPage(server, `${PREFIX}/docs`), ...resourceMetadata(server, parts.config)];
  for (const url of [`${PREFIX}/openapi.json`, ...pages]) served.set(url, new Set(['GET']));
  return served;
}

/** Before a route is asked: what every answer carries, and what no route has to look at. */
function lookFirst(server: FastifyInstance, unserved: Unserved): void {
  server.addHook('onRequest', (request, response, done) => {
    response.header('x-request-id', request.id);
    if (request.is404 || unserved.isFixed(request)) unserved.answer(request, response);
    else done(missingHost(request.raw));
  });
}

/** Tells of an answer that is through: its line in the log, and its time. */
function noteOf(log: Log, onResponse: OnResponse): Note {
  return (request, response) => {
    const ms = Math.round(response.elapsedTime * 10) / 10;
    const route = request.routeOptions.url ?? 'none';
    onResponse(route, request.method, response.statusCode, ms / 1000);
    log.info({
      request_id: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: response.statusCode,
      user_id: request.callerId,
      ...request.actingUsers,
      ms,
    });
  };
}

import type { Log } from '@pks/platform/process';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { docsPage } from '../openapi/docs-page.ts';
import { openApiDocument } from '../openapi/document.ts';
import { resourceMetadata } from '../oauth/resource-metadata.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { type RouteParts, addRoutes } from './add-routes.ts';
import { LONGEST_ARRIVAL_MS, limitArrival } from './arrival-limit.ts';
import { PREFIX, baseUrlOf } from './base-url.ts';
import type { EndpointParts } from './endpoint.ts';
import { answerFailure } from './failures.ts';
import { takeJsonBodies } from './json-body.ts';
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
  interface FastifyContextConfig {
    /** Takes files, and watches by itself how they come. */
    upload?: boolean;
  }
}

/** Told of every answered request: for metrics. */
export type OnResponse = (route: string, method: string, status: number, seconds: number) => void;

type Noted = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'routeOptions' | 'callerId' | 'actingUsers'>;
type Note = (request: Noted, response: FastifyReply) => void;

/** What the server works with. */
export type HttpServerParts = Omit<RouteParts, 'log' | 'onLeft'>;

/** The HTTP server with every route of the service. */
export function makeHttpServer(parts: HttpServerParts, log: Log, onResponse: OnResponse): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: trustedProxies(parts.config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    requestTimeout: LONGEST_ARRIVAL_MS,
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
  const served = addRoutes(server, ALL_ROUTES, { ...parts, log, onLeft: note });
  for (const page of addPages(server, parts)) served.set(page, new Set(['GET']));
  lookFirst(server, new Unserved(served));
  server.addHook('onResponse', (request, response, done) => {
    note(request, response);
    done();
  });
  return server;
}

/** What is served beside the routes. Gives its paths. */
function addPages(server: FastifyInstance, { config }: EndpointParts): string[] {
  const document = `${PREFIX}/openapi.json`;
  server.get(document, (request) => openApiDocument(ALL_ROUTES, baseUrlOf(config, request), config.region));
  return [document, ...docsPage(server, `${PREFIX}/docs`), ...resourceMetadata(server, config)];
}

/** Before a route is asked: what every answer carries, and what no route has to look at. */
function lookFirst(server: FastifyInstance, unserved: Unserved): void {
  server.addHook('onRequest', (request, response, done) => {
    response.header('x-request-id', request.id);
    if (!request.routeOptions.config.upload) limitArrival(server.server, request.raw);
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

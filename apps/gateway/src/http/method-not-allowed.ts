import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { answerNotFound } from './not-found.ts';
import type { PathReader } from './path.ts';

/** The methods that routes may have. */
const SERVED: readonly HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST'];
/**
 * No route has this method. Every method that is not among the served ones is routed as it: routes for all of the 30
 * that Node.js accepts would take 3 MB and slow the start.
 */
const UNSERVED: HTTPMethods = 'TRACE';

const served: ReadonlySet<string | undefined> = new Set(SERVED);
/** The methods of requests that are routed as another. */
const replaced = new WeakMap<IncomingMessage, string | undefined>();

/** Lets a request with a method that no route has reach the 405 of its path. To be undone by `restoreMethod`. */
export function routeUnservedMethod(request: IncomingMessage): void {
  if (served.has(request.method)) return;
  replaced.set(request, request.method);
  request.method = UNSERVED;
}

/** Gives a routed request the method back with which it was sent. */
export function restoreMethod(request: IncomingMessage): void {
  if (request.method === UNSERVED) request.method = replaced.get(request) ?? UNSERVED;
}

/** What is known of a path from its routes. */
interface KnownPath {
  readonly methods: ReadonlySet<string>;
  readonly reader: PathReader | undefined;
}

/** Collects the paths of all routes, whether they come from the table or from controllers. */
@Injectable()
export class MethodsNotAllowed {
  private readonly server: FastifyInstance;
  private readonly paths = new Map<string, KnownPath>();

  constructor({ httpAdapter }: HttpAdapterHost<FastifyAdapter>) {
    this.server = httpAdapter.getInstance();
    this.server.addHook('onRoute', ({ url, method, config }) => {
      const known = this.paths.get(url);
      const methods = new Set([...(known?.methods ?? []), ...[method].flat()]);
      this.paths.set(url, { methods, reader: known?.reader ?? config?.path });
    });
  }

  /**
   * Adds to each path a route for the methods that it lacks, which answers 405. The routes of every method then have the same paths,
   * so that a fixed word precedes a parameter whatever the method.
   */
  addRoutes(): void {
    for (const [url, { methods, reader }] of [...this.paths]) {
      const others = [...SERVED, UNSERVED].filter((method) => !methods.has(method));
      const allow = [...methods].sort().join(', ');
      const config = reader === undefined ? { allow } : { allow, path: reader };
      if (others.length > 0) this.server.route({ method: others, url, config, handler: answerNotAllowed });
    }
  }
}

/** Answers 405 with what the path allows; 404 where what is in the place of an id is none. */
export function answerNotAllowed(request: FastifyRequest, response: FastifyReply): FastifyReply {
  const { path } = request.routeOptions.config;
  if (path?.fits(request) === false) return answerNotFound(request, response);
  return response
    .code(405)
    .header('allow', request.routeOptions.config.allow)
    .header('cache-control', 'no-store')
    .send({ error: `Method "${request.method}" not allowed.` });
}

import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import { answerNotFound } from './not-found.ts';
import type { PathReader } from './path.ts';

/** The methods that routes may have. */
const SERVED: readonly HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST'];
/**
 * No route has this method. Every method that is not served is routed as this one: routes for all of the 30 methods
 * that Node.js accepts would take 3 MB and slow down the start.
 */
const UNSERVED: HTTPMethods = 'TRACE';

const served: ReadonlySet<string | undefined> = new Set(SERVED);
/** The original methods of requests that are routed as `UNSERVED`. */
const replaced = new WeakMap<IncomingMessage, string | undefined>();

/** Lets a request with an unserved method reach the 405 of its path. `restoreMethod` undoes this. */
export function routeUnservedMethod(request: IncomingMessage): void {
  if (served.has(request.method)) return;
  replaced.set(request, request.method);
  request.method = UNSERVED;
}

/** Gives a routed request back the method with which it was sent. */
export function restoreMethod(request: IncomingMessage): void {
  if (request.method === UNSERVED) request.method = replaced.get(request) ?? UNSERVED;
}

/** What the routes of a path say about it. */
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
   * Adds routes to each path for the methods that it lacks. Every method then has routes for the same paths, so that a
   * fixed word takes precedence over a parameter whatever the method. The added routes answer 405, or 404 if the word
   * stands in the place of an id: if the path with that parameter has the method.
   */
  addRoutes(): void {
    const paths = [...this.paths];
    for (const [url, { methods, reader }] of paths) {
      const others = [...SERVED, UNSERVED].filter((method) => !methods.has(method));
      const hiding = new Set(
        paths.filter(([other]) => hides(url, other)).flatMap(([, other]) => [...other.methods]),
      );
      const allow = [...methods].sort().join(', ');
      const path = reader === undefined ? {} : { path: reader };
      this.add(
        url,
        others.filter((method) => !hiding.has(method)),
        { allow, ...path },
      );
      this.add(
        url,
        others.filter((method) => hiding.has(method)),
        { isNoPath: true },
      );
    }
  }

  private add(url: string, method: HTTPMethods[], config: FastifyContextConfig): void {
    if (method.length > 0) this.server.route({ method, url, config, handler: answerNotAllowed });
  }
}

/** Whether `url` has fixed words in the places of parameters of `other`, and no other difference. */
function hides(url: string, other: string): boolean {
  const [words, others] = [url.split('/'), other.split('/')];
  return (
    url !== other &&
    words.length === others.length &&
    others.every((part, place) => part === words[place] || part.startsWith(':'))
  );
}

/** Answers 405 with the methods that the path allows; 404 if an id in the path is malformed. */
export function answerNotAllowed(request: FastifyRequest, response: FastifyReply): FastifyReply {
  const { path } = request.routeOptions.config;
  if (path?.fits(request) === false) return answerNotFound(request, response);
  return response
    .code(405)
    .header('allow', request.routeOptions.config.allow)
    .header('cache-control', 'no-store')
    .send({ error: `Method "${request.method}" not allowed.` });
}

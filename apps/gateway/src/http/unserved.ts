import { NotFound } from '@pks/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { errorBody } from './error-body.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Answers every other method of the served paths with 405 and what is allowed, and every other path with 404. */
export function answerUnserved(
  server: FastifyInstance,
  served: ReadonlyMap<string, ReadonlySet<HTTPMethods>>,
): void {
  for (const [url, methods] of served) {
    const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ');
    const others = METHODS.filter((method) => !allowed.split(', ').includes(method));
    server.route({
      method: others,
      url,
      onRequest: (request, response) => refuseMethod(request, response, allowed),
      handler: () => undefined,
    });
  }
  server.setNotFoundHandler((request, response) => answerNotFound(request, response));
}

/** No such path: the same bytes as for an object that does not exist. */
export function answerNotFound(
  request: { readonly id: string },
  response: Pick<FastifyReply, 'header' | 'code'>,
): FastifyReply {
  response.header('x-request-id', request.id);
  return response.code(404).send(errorBody(new NotFound().data));
}

function refuseMethod(request: FastifyRequest, response: FastifyReply, allowed: string): void {
  response
    .code(405)
    .header('allow', allowed)
    .header('x-request-id', request.id)
    .send({ error: `Method "${request.method}" not allowed.` });
}

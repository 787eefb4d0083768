import { NotFound } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { errorBody } from './error-body.ts';

/** Answers that there is no such path, in the same bytes as for an object that does not exist. */
export function answerNotFound(
  request: { readonly id: string },
  response: Pick<FastifyReply, 'header' | 'code'>,
): FastifyReply {
  response.header('x-request-id', request.id).header('cache-control', 'no-store');
  return response.code(404).send(errorBody(new NotFound().data));
}

import { NotFound } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { errorBody } from './error-body.ts';
import { EVERY_ANSWER } from './every-answer.ts';

/** Answers that there is no such path, in the same bytes as for an object that does not exist. */
export function answerNotFound(
  request: { readonly id: string },
  response: Pick<FastifyReply, 'headers' | 'code'>,
): FastifyReply {
  response.headers({ ...EVERY_ANSWER, 'x-request-id': request.id, 'cache-control': 'no-store' });
  return response.code(404).send(errorBody(new NotFound().data));
}

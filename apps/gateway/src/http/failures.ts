import { Fault, Internal, type FaultData, type Log, ReplayedFault } from '@pks/platform/process';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './error-body.ts';
import { ArrivalTimeout, NoForm, RangeNotThere, UploadTooLarge } from '../files/refusals.ts';
import { UnsupportedCoding } from './json-body.ts';
import { STATUS, STATUS_HEADERS } from './statuses.ts';
import { TOO_LATE } from './unreadable.ts';

/** Sentences for what the HTTP server itself refuses, by its codes. */
const REFUSED: Readonly<Record<string, { status: number; sentence: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, sentence: 'The request body is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, sentence: 'Send the body as application/json.' },
  [UnsupportedCoding.CODE]: { status: 415, sentence: 'Send the body without a Content-Encoding.' },
  [NoForm.CODE]: { status: 415, sentence: 'Send the body as multipart/form-data.' },
  [UploadTooLarge.CODE]: {
    status: 413,
    sentence: 'A file is larger than 100 MiB, or the other fields than 1 MiB.',
  },
  [RangeNotThere.CODE]: { status: 416, sentence: 'The file has no such part.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    sentence: 'The body is not as long as Content-Length says.',
  },
};

/** Answers an error: a fault by its kind, a refusal of the HTTP server in our words, anything else as a defect of ours. */
export function answerFailure(log: Log) {
  return (error: FastifyError, request: FastifyRequest, response: FastifyReply): FastifyReply => {
    response.header('x-request-id', request.id).header('cache-control', 'no-store');
    keepConnection(response);
    if (error instanceof Fault) return answerFault(error, response);
    if (error.code === ArrivalTimeout.CODE) return answerLate(response);
    const refused = REFUSED[error.code];
    if (refused) return response.code(refused.status).send({ error: refused.sentence });
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return response.code(error.statusCode).send({ error: 'The request is malformed.' });
    }
    log.error({ err: error, request_id: request.id }, 'a request failed');
    return sendFault(new Internal().data, response);
  };
}

/** The rest of a refused body is read and thrown away: a connection closed under it would lose the answer. */
function keepConnection(response: FastifyReply): void {
  response.removeHeader('connection');
}

/** What has not come will not be waited for: nothing more can be asked over this connection. */
function answerLate(response: FastifyReply): FastifyReply {
  return response.code(408).header('connection', 'close').send({ error: TOO_LATE });
}

function answerFault(fault: Fault, response: FastifyReply): FastifyReply {
  if (fault instanceof ReplayedFault) response.header('idempotent-replayed', 'true');
  return sendFault(fault.data, response);
}

function sendFault(fault: FaultData, response: FastifyReply): FastifyReply {
  const status = STATUS[fault.kind];
  return response
    .code(status)
    .headers({ ...STATUS_HEADERS[status], ...retryAfter(fault) })
    .send(errorBody(fault));
}

function retryAfter({ retryAfter: seconds }: FaultData): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

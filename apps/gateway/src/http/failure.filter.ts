import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import {
  Fault,
  type FaultData,
  Internal,
  LOG,
  type Log,
  NotFound,
  ReplayedFault,
} from '@pks/platform/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ArrivalTimeout, ArrivalTooSlow, NoForm, RangeNotThere, UploadTooLarge } from './refusals.ts';
import { errorBody } from './error-body.ts';
import { EVERY_ANSWER } from './every-answer.ts';
import { UnsupportedCharset, UnsupportedCoding } from './json-body.ts';
import { asErrorOfRun } from './run-errors.ts';
import { STATUS, STATUS_HEADERS } from './statuses.ts';
import { Unauthenticated } from './unauthenticated.ts';
import { keepIfWorthReading } from './unread-body.ts';
import { TOO_LATE } from './unreadable.ts';

/** Sentences for requests that the HTTP server itself refuses, by its error codes. */
const REFUSED: ReadonlyMap<unknown, { readonly status: number; readonly sentence: string }> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', { status: 413, sentence: 'The request body is too large.' }],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', { status: 415, sentence: 'Send the body as application/json.' }],
  [UnsupportedCoding.CODE, { status: 415, sentence: 'Send the body without a Content-Encoding.' }],
  [UnsupportedCharset.CODE, { status: 415, sentence: 'Send the body in UTF-8.' }],
  [NoForm.CODE, { status: 415, sentence: 'Send the body as multipart/form-data.' }],
  [
    UploadTooLarge.CODE,
    { status: 413, sentence: 'A file is larger than 100 MiB, or the other fields than 1 MiB.' },
  ],
  [RangeNotThere.CODE, { status: 416, sentence: 'The file has no such part.' }],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    { status: 400, sentence: 'The body is not as long as Content-Length says.' },
  ],
]);

const TOO_SLOW = 'The upload arrived too slowly: it has to average 16 KiB a second.';

/** Answers every exception: a fault by its kind, a refusal of the HTTP server with our sentence, anything else as a defect of ours. */
@Catch()
@Injectable()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const response = http.getResponse<FastifyReply>();
    response.headers({ ...EVERY_ANSWER, 'x-request-id': request.id, 'cache-control': 'no-store' });
    keepIfWorthReading(request, response);
    this.answer(originOf(exception), request, response);
  }

  private answer(error: unknown, request: FastifyRequest, response: FastifyReply): FastifyReply {
    if (error instanceof Fault) {
      const isRun = request.routeOptions.config.isRun ?? false;
      return answerFault(isRun ? asErrorOfRun(error) : error, request, response);
    }
    if (error instanceof ArrivalTimeout) return answerLate(error, response);
    const { code, status } = refusalIn(error);
    const refused = REFUSED.get(code);
    if (refused) return response.code(refused.status).send({ error: refused.sentence });
    if (status === 404) return sendFault(new NotFound().data, response);
    if (status !== undefined) return response.code(status).send({ error: 'The request is malformed.' });
    this.log.error({ err: error, request_id: request.id }, 'request failed');
    return sendFault(new Internal().data, response);
  }
}

/** Nest wraps the errors of Fastify. */
function originOf(exception: unknown): unknown {
  return exception instanceof HttpException ? (exception.cause ?? exception) : exception;
}

/** The code of an error, and its status where that is a client error. */
function refusalIn(error: unknown): { readonly code?: unknown; readonly status?: number } {
  if (!(error instanceof Error)) return {};
  const code = 'code' in error ? error.code : undefined;
  const status = error instanceof HttpException ? error.getStatus() : statusIn(error);
  return typeof status === 'number' && status >= 400 && status < 500 ? { code, status } : { code };
}

function statusIn(error: Error): unknown {
  return 'statusCode' in error ? error.statusCode : undefined;
}

/** Closes the connection: the rest of the body would be read as the next request. */
function answerLate(error: ArrivalTimeout, response: FastifyReply): FastifyReply {
  const sentence = error instanceof ArrivalTooSlow ? TOO_SLOW : TOO_LATE;
  return response.code(408).header('connection', 'close').send({ error: sentence });
}

function answerFault(fault: Fault, request: FastifyRequest, response: FastifyReply): FastifyReply {
  if (fault instanceof ReplayedFault) response.header('idempotent-replayed', 'true');
  return sendFault(fault.data, response, challengeOf(fault, request));
}

/** A service refuses a credential that the gateway has accepted if it has ended in between. */
function challengeOf(fault: Fault, { caller }: FastifyRequest): Record<string, string> {
  if (fault instanceof Unauthenticated) return { 'www-authenticate': fault.challenge };
  if (fault.data.kind !== 'unauthenticated' || caller === null) return {};
  return { 'www-authenticate': new Unauthenticated('The token was revoked or has ended.').challenge };
}

function sendFault(
  fault: FaultData,
  response: FastifyReply,
  more: Record<string, string> = {},
): FastifyReply {
  const status = STATUS[fault.kind];
  return response
    .code(status)
    .headers({ ...STATUS_HEADERS[status], ...retryAfter(fault), ...more })
    .send(errorBody(fault));
}

function retryAfter({ retryAfter: seconds }: FaultData): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

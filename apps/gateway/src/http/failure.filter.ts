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
  failedCallOf,
} from '@pks/platform/process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ArrivalTimeout, Refused } from './refusals.ts';
import { errorBody } from './error-body.ts';
import { EVERY_ANSWER } from './every-answer.ts';
import { asErrorOfRun } from './run-errors.ts';
import { STATUS, STATUS_HEADERS } from './statuses.ts';
import { Unauthenticated } from './unauthenticated.ts';
import { keepIfWorthReading } from './unread-body.ts';

/** What the HTTP server itself refuses, by its error codes. */
const BY_CODE: ReadonlyMap<unknown, Refused> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', new Refused(413, 'The request body is too large.')],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', new Refused(415, 'Send the body as application/json.')],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', new Refused(400, 'The body is not as long as Content-Length says.')],
]);

/** Answers every exception: a fault by its kind, a refusal of the HTTP server with our sentence, anything else as our defect. */
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
    request.failedCall = failedCallOf(error) ?? null;
    if (error instanceof Fault) {
      const isRun = request.routeOptions.config.isRun ?? false;
      return answerFault(isRun ? asErrorOfRun(error) : error, request, response);
    }
    const { code, status } = refusalIn(error);
    const refused = error instanceof Refused ? error : BY_CODE.get(code);
    if (refused) return answerRefused(refused, response);
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

/** If a body does not arrive, closes the connection: the rest of the body would be read as the next request. */
function answerRefused(refused: Refused, response: FastifyReply): FastifyReply {
  if (refused instanceof ArrivalTimeout) response.header('connection', 'close');
  return response.code(refused.status).send({ error: refused.message });
}

function answerFault(fault: Fault, request: FastifyRequest, response: FastifyReply): FastifyReply {
  if (fault instanceof ReplayedFault) response.header('idempotent-replayed', 'true');
  return sendFault(fault.data, response, challengeOf(fault, request));
}

/** A credential may end after the gateway accepted it; the service then refuses it. */
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

import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ApiRequest } from '../http/json-body.ts';
import type { RequestLog } from '../http/request-log.ts';
import { hijacked } from '../http/respond.ts';

/** Nothing caches a stream, and proxies pass it through unbuffered. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

/** Begins the response of a stream, and logs its request when the client leaves before its end. */
export function beginStream(
  request: ApiRequest,
  response: FastifyReply,
  requests: RequestLog,
): ServerResponse {
  const raw = hijacked(response);
  raw.flushHeaders();
  raw.once('close', () => {
    if (!raw.writableFinished) requests.record(request, response);
  });
  return raw;
}

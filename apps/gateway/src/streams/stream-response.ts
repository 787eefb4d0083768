import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { hijacked } from '../http/respond.ts';

/** Nothing caches a stream, and proxies pass it through unbuffered. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

/**
 * Begins the response of a stream. Records the time until now: how long a stream lasts says nothing about how
 * long its client waited.
 */
export function beginStream(response: FastifyReply): ServerResponse {
  response.request.streamedAfterMs = response.elapsedTime;
  const raw = hijacked(response);
  raw.flushHeaders();
  return raw;
}

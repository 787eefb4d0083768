import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenBodyIsOver } from './body-over.ts';

/** The most that the gateway reads of a body whose sender may not do what they ask for. Bytes. */
const MOST_DISCARDED = 256 * 1024;
/** How long an answer waits for the rest of a body. Milliseconds. */
const ARRIVAL_MS = 10_000;

/**
 * Reads and discards the rest of a body that an answer leaves unread: closing the connection while it arrives would lose the answer. Of a
 * long body whose sender may not do what they ask for, nothing more is read: its connection ends with the answer.
 */
export function endWithLongBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, response, _payload, done) => {
    if (!isWorthReading(request)) response.header('connection', 'close');
    else if (!request.raw.complete && !response.raw.shouldKeepAlive)
      return whenArrived(request.raw, ARRIVAL_MS, done);
    done();
  });
}

/** Calls `done` once, when a body has arrived or proves slow: a client that wants its connection closed would otherwise lose the answer. */
export function whenArrived(request: IncomingMessage, withinMs: number, done: () => void): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  request.resume();
  whenBodyIsOver(request, resolve);
  void promise.then(() => {
    clearTimeout(timer);
    done();
  });
}

/** Keeps the connection of a request whose body Fastify refuses to read, if the rest of the body is worth reading. */
export function keepIfWorthReading(request: FastifyRequest, response: FastifyReply): void {
  if (isWorthReading(request)) response.removeHeader('connection');
}

function isWorthReading({ caller, headers, raw }: FastifyRequest): boolean {
  if (caller !== null || raw.complete) return true;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding === undefined && Number(length) <= MOST_DISCARDED;
}

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenBodyIsOver } from './body-over.ts';

/** Whoever may not do what they ask for may cost a gateway no more reading than this. Bytes. */
const MOST_DISCARDED = 256 * 1024;
/** How long an answer waits for the rest of a body. Milliseconds. */
const ARRIVAL_MS = 10_000;

/**
 * The rest of a body that an answer leaves unread is read and discarded: a connection closed while it arrives would lose the answer. Of a
 * long body of somebody who may not do what they ask for nothing more is read: its connection ends with the answer.
 */
export function endWithLongBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, response, _payload, done) => {
    if (!isWorthReading(request)) response.header('connection', 'close');
    else if (!request.raw.complete && !response.raw.shouldKeepAlive)
      return whenArrived(request.raw, ARRIVAL_MS, done);
    done();
  });
}

/** Calls `done` once, when a body has arrived or is slow: a client that wants its connection closed would lose the answer before that. */
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

/** Keeps the connection of a request whose body Fastify refuses to read, if the rest of it is worth reading. */
export function keepIfWorthReading(request: FastifyRequest, response: FastifyReply): void {
  if (isWorthReading(request)) response.removeHeader('connection');
}

function isWorthReading({ caller, headers, raw }: FastifyRequest): boolean {
  if (caller !== null || raw.complete) return true;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding === undefined && Number(length) <= MOST_DISCARDED;
}

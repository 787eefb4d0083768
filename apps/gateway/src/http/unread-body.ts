import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Whoever has no credential may cost a gateway no more reading than this. Bytes. */
const MOST_DISCARDED = 256 * 1024;

/**
 * The rest of a body that an answer leaves unread is read and discarded: a connection closed while it arrives would lose the answer. Of a
 * long body without a valid credential nothing more is read: its connection ends with the answer, whatever that is.
 */
export function endWithLongBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, response, _payload, done) => {
    if (!isWorthReading(request)) response.header('connection', 'close');
    done();
  });
}

/** Keeps the connection of a request whose body Fastify refuses to read, if the rest of it is worth reading. */
export function keepIfWorthReading(request: FastifyRequest, response: FastifyReply): void {
  if (isWorthReading(request)) response.removeHeader('connection');
}

function isWorthReading({ callerId, headers, raw }: FastifyRequest): boolean {
  if (callerId !== null || raw.complete) return true;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding === undefined && Number(length) <= MOST_DISCARDED;
}

import type { FastifyReply } from 'fastify';

/** Adds to `Vary` the name of a request header on which the answer depends. */
export function varyBy(response: FastifyReply, name: string): void {
  const before = response.getHeader('vary');
  response.header('vary', before === undefined ? name : `${String(before)}, ${name}`);
}

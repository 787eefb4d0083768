import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonText } from './json-text.ts';

/** A request's body: what it says, and the bytes that said it. */
export interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
}

/** Takes JSON bodies and no others; an empty one is an object without fields. */
export function takeJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    (_request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: JsonBody) => void) => {
      try {
        done(null, { bytes, value: bytes.length === 0 ? {} : readJsonText(bytes) });
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonText } from './json-text.ts';

/** A request's body: what it says, and the bytes that said it. */
export interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
}

/** What every route of ours is for Fastify. */
export interface ApiShape {
  Params: Record<string, string>;
  Body: JsonBody | undefined;
}

/** A request to one of our routes. */
export type ApiRequest = FastifyRequest<ApiShape>;

/** Takes JSON bodies and no others; an empty one is an object without fields. */
export function takeJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => ({
      bytes,
      value: bytes.length === 0 ? {} : readJsonText(bytes),
    }),
  );
}

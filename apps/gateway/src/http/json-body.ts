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

/** A compressed body is not unpacked: what is small may be huge inside. */
export class UnsupportedCoding extends Error {
  static readonly CODE = 'UNSUPPORTED_CODING';
  readonly code = UnsupportedCoding.CODE;
}

/** Takes JSON bodies and no others; an empty one is an object without fields. */
export function takeJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
      assertPlainCoding(request.headers['content-encoding']);
      return { bytes, value: bytes.length === 0 ? {} : readJsonText(bytes) };
    },
  );
}

/** Adds routes that read their bodies themselves, whatever type these have. */
export function withUnreadBodies(server: FastifyInstance, add: (where: FastifyInstance) => void): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, read) => read(null));
    add(scope);
    done();
  });
}

/** A body is as it says it is. @throws UnsupportedCoding */
export function assertPlainCoding(coding: string | undefined): void {
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw new UnsupportedCoding();
}

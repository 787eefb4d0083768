import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonText } from './json-text.ts';
import { LARGE_BODY_BYTES, LargeBodies } from './large-bodies.ts';
import { UnsupportedCharset, UnsupportedCoding } from './refusals.ts';

/** A request's body: its value, and the bytes that were parsed. */
export interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
}

/** The types of every route of the table, for Fastify. */
export interface ApiShape {
  Params: Record<string, string>;
  Body: JsonBody | undefined;
}

/** A request to one of our routes. */
export type ApiRequest = FastifyRequest<ApiShape>;

const JSON_TYPE = /^application\/json(?:\s*;|$)/i;
/** A type with a charset that is not UTF-8. */
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i;
/** The types in which a form is sent. */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:\s*;|$)/i;

/** Accepts only JSON bodies; an empty one is an object without fields. Large bodies take turns. */
export function acceptJsonBodies(server: FastifyInstance, large: LargeBodies): void {
  server.removeAllContentTypeParsers();
  server.addHook('preParsing', (request, _response, payload, done) => {
    const { tenant, callerId, raw } = request;
    if (request.routeOptions.config.upload || !LargeBodies.isLarge(raw)) return done(null, payload);
    large.arrival(callerId ?? tenant, raw).then(() => done(null, payload), done);
  });
  server.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
      assertPlain(request);
      return server.readJson(request, bytes);
    },
  );
  server.decorate('readJson', async (request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
    const { keyOf, seenBodies } = request.routeOptions.config;
    const seen = seenBodies?.get(bytes);
    if (seen) return seen;
    const { tenant, response } = request;
    const { length } = bytes;
    if (length > LARGE_BODY_BYTES && response) await large.turn({ tenant, response, bytes: length });
    const body = { bytes, value: length === 0 ? {} : readJsonText(bytes, keyOf) };
    return seenBodies ? seenBodies.add(body) : body;
  });
}

/** Adds routes that read their bodies themselves, whatever type these have. Resolves when they are added. */
export async function withUnreadBodies(
  server: FastifyInstance,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, read) => read(null));
    add(scope);
    done();
  });
}

/** Adds routes that accept a form as well as JSON, within the same limit, and ignore its contents. Resolves once they are added. */
export async function withIgnoredForms(
  server: FastifyInstance,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, async () => undefined);
    add(scope);
    done();
  });
}

/** Adds routes that parse their JSON themselves, by `readJson`, because they answer malformed JSON in their own way. Resolves once they are added. */
export async function withUnparsedJson(
  server: FastifyInstance,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    const unparsed = async (request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
      assertPlain(request);
      return { bytes, value: undefined };
    };
    scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, unparsed);
    add(scope);
    done();
  });
}

/** @throws UnsupportedCoding, UnsupportedCharset */
function assertPlain({ headers }: FastifyRequest): void {
  assertPlainCoding(headers['content-encoding']);
  if (OTHER_CHARSET.test(headers['content-type'] ?? '')) throw new UnsupportedCharset();
}

/** @throws UnsupportedCoding for a body that is compressed. */
export function assertPlainCoding(coding: string | undefined): void {
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw new UnsupportedCoding();
}

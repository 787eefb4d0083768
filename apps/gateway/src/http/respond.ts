import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ChunkedBody, type Reply, wholeBody } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { beginAnswer } from './answering.ts';
import { etagOf, matches } from './etag.ts';
import type { ApiRequest } from './json-body.ts';
import { envelopeEnd } from './page-envelope.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with a service's bytes, unchanged; a long body is streamed while it arrives. */
export function respondBytes(response: FastifyReply, body: Reply['body']): FastifyReply {
  if (!(body instanceof ChunkedBody)) return response.type(JSON_TYPE).send(body);
  return response.type(JSON_TYPE).header('content-length', body.length).send(streamOf(body, body));
}

/** Answers with one object and its validator, or with 304 if the client already has it. */
export async function respondObject(
  request: ApiRequest,
  response: FastifyReply,
  reply: Reply,
): Promise<FastifyReply> {
  const body = await wholeBody(reply);
  const etag = etagOf(body);
  response.header('etag', etag);
  if (matches(request.headers['if-none-match'], etag)) return respondHeaders(response.code(304));
  return response.type(JSON_TYPE).send(body);
}

/** Ends an answer that has only headers. To HEAD, Fastify would add a `Content-Length` of 0, which describes what GET gets (RFC 9110, 8.6). */
export function respondHeaders(response: FastifyReply): FastifyReply {
  if (response.request.method !== 'HEAD') return response.send();
  hijacked(response).end();
  return response;
}

/** Answers with a page: writes the envelope around the results' bytes, which are neither parsed nor copied. */
export function respondPage(
  response: FastifyReply,
  head: string,
  { body, beside }: Pick<Reply, 'body' | 'beside'>,
): FastifyReply {
  const [opening, closing] = [Buffer.from(head), Buffer.from(envelopeEnd(beside))];
  response.type(JSON_TYPE).header('content-length', opening.length + body.length + closing.length);
  if (body instanceof ChunkedBody) return response.send(streamOf(body, enveloped(opening, body, closing)));
  return sendParts(response, [opening, body, closing]);
}

/** Writes several buffers: concatenating them would copy each page. */
function sendParts(response: FastifyReply, parts: readonly Uint8Array[]): FastifyReply {
  const raw = hijacked(response);
  for (const part of parts) raw.write(part);
  raw.end();
  return response;
}

/** The raw response, with the status and headers set so far, for answers that Fastify does not send. */
export function hijacked(response: FastifyReply): ServerResponse {
  const { raw } = response.hijack();
  beginAnswer(raw);
  raw.statusCode = response.statusCode;
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  return raw;
}

/** A stream of a body that is still arriving. If the client has left before the stream was read, this tells the sender that nobody wants the rest. */
function streamOf(body: ChunkedBody, pieces: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(pieces).once('close', () => body.leave());
}

async function* enveloped(opening: Buffer, body: ChunkedBody, closing: Buffer): AsyncGenerator<Uint8Array> {
  yield opening;
  yield* body;
  yield closing;
}

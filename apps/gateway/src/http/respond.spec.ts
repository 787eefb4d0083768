import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChunkedBody, Unavailable } from '@pks/platform/process';
import { eventually } from '@pks/testing';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { ApiShape } from './json-body.ts';
import { respondBytes, respondHeaders, respondObject, respondPage } from './respond.ts';

let server: FastifyInstance;
beforeEach(() => void (server = fastify()));
afterEach(() => server.close());

/** A long body of which nothing has arrived yet. */
function longBody(): ChunkedBody {
  const notes = { length: 1_000_000, digest: '', deadline: Date.now() + 60_000 };
  return new ChunkedBody(notes, { taken: () => undefined, left: () => undefined });
}

/** Answers a request after its client has disconnected. */
async function answerNobody(respond: (response: FastifyReply) => FastifyReply): Promise<void> {
  const { promise: asked, resolve: begin } = Promise.withResolvers<void>();
  server.get('/', async (_request, response) => {
    begin();
    await once(response.raw, 'close');
    return respond(response);
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await asked;
  client.destroy();
}

describe('a long body for a client that was gone before it came', () => {
  it.each([
    ['an answer', (response: FastifyReply, body: ChunkedBody) => respondBytes(response, body)],
    ['a page', (response: FastifyReply, body: ChunkedBody) => respondPage(response, '[', { body })],
  ])('is left to whoever sends it: of %s', async (_what, respond) => {
    const body = longBody();
    const left = jest.spyOn(body, 'leave');
    await answerNobody((response) => respond(response, body));
    await eventually('it is left', () => left.mock.calls.length > 0);
    await expect(body[Symbol.asyncIterator]().next()).rejects.toThrow(Unavailable);
  });
});

describe('an answer to HEAD', () => {
  it('has the length of what GET gets, but not with a 304', async () => {
    const reply = { body: Buffer.from('{"id":1}'), count: undefined, replayed: false };
    server.get<ApiShape>('/', (request, response) => respondObject(request, response, reply));
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const described = await fetch(origin, { method: 'HEAD' });
    const etag = described.headers.get('etag') ?? '';
    expect([described.status, described.headers.get('content-length')]).toEqual([200, '8']);
    const unchanged = await fetch(origin, { method: 'HEAD', headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    expect(unchanged.headers.get('content-length')).toBeNull();
  });

  it('has no length where that of GET is unknown', async () => {
    server.get('/', async (_request, response) => respondHeaders(response.type('text/event-stream')));
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const { status, headers } = await fetch(origin, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(headers.get('content-length')).toBeNull();
  });
});

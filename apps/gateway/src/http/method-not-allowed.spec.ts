import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentReference, fieldsOf } from '@pks/contracts';
import { loadConfig } from '@pks/platform/process';
import { TEST_SECRET, silentLog } from '@pks/testing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { httpAdapter } from './http-adapter.ts';
import { MethodsNotAllowed } from './method-not-allowed.ts';
import { PathReader } from './path.ts';

const idOf = fieldsOf(DocumentReference).filter(({ name }) => name === 'document_id');

let server: FastifyInstance;

beforeAll(async () => {
  const adapter = httpAdapter(loadConfig(GatewayConfig, { CALLER_SECRET: TEST_SECRET }), silentLog());
  const host = new HttpAdapterHost<FastifyAdapter>();
  host.httpAdapter = adapter;
  const notAllowed = new MethodsNotAllowed(host);
  server = adapter.getInstance();
  const answer = (request: FastifyRequest, response: FastifyReply): FastifyReply =>
    response.send(request.routeOptions.url);
  server.get('/things/:id/', answer);
  server.delete('/things/:id/', answer);
  server.post('/things/all/', answer);
  server.get(
    '/documents/:document_id/',
    { config: { path: new PathReader(DocumentReference, idOf) } },
    answer,
  );
  notAllowed.addRoutes();
  await server.ready();
});

afterAll(() => server.close());

async function send(method: string, url: string): Promise<unknown[]> {
  const { statusCode, headers, body } = await server.inject({ method, url });
  return [statusCode, headers['allow'], body];
}

const notAllowed = (method: string, allow: string): unknown[] => [
  405,
  allow,
  `{"error":"Method \\"${method}\\" not allowed."}`,
];

describe('a method that a path lacks', () => {
  it.each(['POST', 'PATCH', 'PUT', 'OPTIONS', 'TRACE', 'PURGE', 'M-SEARCH'])(
    'is refused: %s',
    async (method) => {
      expect(await send(method, '/things/one/')).toEqual(notAllowed(method, 'DELETE, GET, HEAD'));
    },
  );

  it.each(['PATCH', 'PUT', 'PURGE'])(
    'is refused where a fixed word precedes a parameter: %s',
    async (method) => {
      expect(await send(method, '/things/all')).toEqual(notAllowed(method, 'POST'));
    },
  );

  it.each(['GET', 'HEAD', 'DELETE'])(
    'is not found where a fixed word is in the place of an id: %s',
    async (method) => {
      expect((await send(method, '/things/all/'))[0]).toBe(404);
    },
  );

  it('is not found where the id is malformed', async () => {
    expect(await send('PATCH', '/documents/word/')).toEqual([404, undefined, '{"error":"Not found."}']);
    expect(await send('PATCH', `/documents/${randomUUID()}/`)).toEqual(notAllowed('PATCH', 'GET, HEAD'));
  });
});

describe('a method that a path has', () => {
  it('is served, with and without a trailing slash', async () => {
    expect(await send('GET', '/things/one')).toEqual([200, undefined, '/things/:id/']);
    expect(await send('POST', '/things/all/')).toEqual([200, undefined, '/things/all/']);
  });
});

describe('a path without routes', () => {
  it.each(['GET', 'POST', 'PUT', 'PURGE'])('is not found with any method: %s', async (method) => {
    expect(await send(method, '/others/')).toEqual([404, undefined, '{"error":"Not found."}']);
  });
});

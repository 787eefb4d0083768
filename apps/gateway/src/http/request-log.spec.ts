import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FailedCall, loadConfig } from '@pks/platform/process';
import { TEST_SECRET, eventually, silentLog } from '@pks/testing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { GatewayConfig } from '../gateway.config.ts';
import { EarlyRefusals } from './early-refusals.ts';
import { httpAdapter } from './http-adapter.ts';
import { RequestLog } from './request-log.ts';
import { beginStream } from '../streams/stream-response.ts';
import { hijacked, respondPage } from './respond.ts';

const log = silentLog();
const logged = jest.spyOn(log, 'info');
const warned = jest.spyOn(log, 'warn');
const registry = new Registry();

let server: FastifyInstance;
/** Lets the handler answer. */
let answer: () => void;
/** Resolves when the handler has begun. */
let begun: Promise<void>;
let begin: () => void;

beforeAll(async () => {
  const adapter = httpAdapter(loadConfig(GatewayConfig, { CALLER_SECRET: TEST_SECRET }), log);
  const host = new HttpAdapterHost<FastifyAdapter>();
  host.httpAdapter = adapter;
  new RequestLog(host, registry, new EarlyRefusals(), log);
  server = adapter.getInstance();
  const slowly =
    (respond: (response: FastifyReply) => FastifyReply) =>
    async (_request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = resolve;
      begin();
      await promise;
      return respond(response);
    };
  server.get(
    '/object/',
    slowly((response) => response.send({})),
  );
  server.get(
    '/page/',
    slowly((response) => respondPage(response, '{"results":', { body: Buffer.from('[]') })),
  );
  server.get('/stream/', (_request, response) => {
    hijacked(response).write('begun');
    return response;
  });
  server.get<{ Params: { failure: FailedCall['failure'] } }>('/failed/:failure', (request, response) => {
    request.failedCall = { call: 'knowledge.artifacts.list', requestId: request.id, ...request.params };
    return response.code(503).send({});
  });
  server.get('/broken/', (_request, response) => response.code(500).send({}));
  server.get('/events/', (_request, response) => {
    beginStream(response).write('event: open\n\n');
    return response;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => server.close());

beforeEach(() => {
  logged.mockClear();
  warned.mockClear();
  registry.resetMetrics();
  begun = new Promise((resolve) => (begin = resolve));
});

function ask(path: string): Socket {
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
  return client;
}

/** The status of each line, and how many requests were timed with each. */
async function recorded() {
  const counts = (await registry.metrics()).matchAll(/_seconds_count{.*status="(\d+)"} (\d+)/g);
  return {
    lines: logged.mock.calls.map(([line]) => (line as { readonly status: number }).status),
    times: [...counts].map(([, status, count]) => [Number(status), Number(count)]),
  };
}

/** Breaks a connection off, and resolves when the server has noticed. */
async function left(client: Socket): Promise<void> {
  client.destroy();
  await eventually('it is logged', () => logged.mock.calls.length > 0);
}

describe('a request', () => {
  it.each(['/object/', '/page/'])('has one line when it is answered: %s', async (path) => {
    const client = ask(path);
    await begun;
    answer();
    await once(client, 'data');
    await left(client);
    expect(await recorded()).toEqual({ lines: [200], times: [[200, 1]] });
  });

  it.each(['/object/', '/page/'])(
    'has one line, with 499, when its client leaves before that, whatever its handler does then: %s',
    async (path) => {
      const client = ask(path);
      await begun;
      await left(client);
      answer();
      await new Promise(setImmediate);
      expect(await recorded()).toEqual({ lines: [499], times: [[499, 1]] });
    },
  );

  it('has the status of its answer when its client leaves before the end of that', async () => {
    const client = ask('/stream/');
    await once(client, 'data');
    await left(client);
    expect(await recorded()).toEqual({ lines: [200], times: [[200, 1]] });
  });

  it('that fails is a warning, with the call because of which it failed', async () => {
    const client = ask('/failed/no_answer');
    await once(client, 'data');
    client.destroy();
    await eventually('it is logged', () => warned.mock.calls.length > 0);
    const failed = { failed_call: 'knowledge.artifacts.list', failure: 'no_answer' };
    expect(warned.mock.calls).toEqual([
      [expect.objectContaining({ status: 503, ...failed }), 'a request failed'],
    ]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('that fails by a defect is one, too', async () => {
    const client = ask('/broken/');
    await once(client, 'data');
    client.destroy();
    await eventually('it is logged', () => warned.mock.calls.length > 0);
    expect(warned.mock.calls).toEqual([[expect.objectContaining({ status: 500 }), 'a request failed']]);
  });

  it.each(['overloaded', 'refused_here', 'no_turn'])(
    'that is refused under overload is none: there may be thousands of them (%s)',
    async (failure) => {
      const client = ask(`/failed/${failure}`);
      await once(client, 'data');
      await left(client);
      expect(logged.mock.calls).toEqual([[expect.objectContaining({ status: 503, failure })]]);
      expect(warned).not.toHaveBeenCalled();
    },
  );

  it('that is answered with a stream took until that began, however long it lasts', async () => {
    const asked = performance.now();
    const client = ask('/events/');
    await once(client, 'data');
    const waitedMs = performance.now() - asked;
    await eventually('the stream has lasted', () => performance.now() - asked > 2 * waitedMs + 1);
    await left(client);
    const [, seconds] = /_seconds_sum{.*} (\S+)/.exec(await registry.metrics()) ?? [];
    expect(Number(seconds) * 1_000).toBeLessThanOrEqual(waitedMs);
    expect(await recorded()).toEqual({ lines: [200], times: [[200, 1]] });
  });
});

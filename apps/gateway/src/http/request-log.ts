import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log, failureNotes, isOverload } from '@pks/platform/process';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { EarlyRefusals } from './early-refusals.ts';

/** The logged status of a request whose client left before the answer began. */
const CLIENT_GONE = 499;

/** Logs requests that are over, and observes how long they took; for a stream, how long until it began. */
@Injectable()
export class RequestLog {
  private readonly durations: Histogram<'route' | 'method' | 'status'>;

  constructor(
    { httpAdapter }: HttpAdapterHost<FastifyAdapter>,
    registry: Registry,
    early: EarlyRefusals,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests answered over HTTP.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 60],
      registers: [registry],
    });
    new Counter({
      name: 'http_requests_refused_at_once_total',
      help: 'Requests refused because the line of their tenant was full a moment before.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(early.refused);
      },
    });
    const server: FastifyInstance = httpAdapter.getInstance();
    server.addHook('onRequest', (request, response, done) => {
      response.raw.on('close', () => this.recordUnfinished(request, response));
      done();
    });
    server.addHook('onResponse', (request, response, done) => {
      this.record(request, response, response.statusCode);
      done();
    });
  }

  /** Fastify does not report an answer that was not sent to its end. */
  private recordUnfinished(request: FastifyRequest, response: FastifyReply): void {
    const { writableFinished, headersSent } = response.raw;
    if (!writableFinished) this.record(request, response, headersSent ? response.statusCode : CLIENT_GONE);
  }

  private record(request: FastifyRequest, response: FastifyReply, status: number): void {
    const { method, routeOptions } = request;
    const ms = Math.round(response.elapsedTime * 10) / 10;
    const observedMs = request.streamedAfterMs ?? ms;
    const route = status === 405 ? undefined : routeOptions.url;
    this.durations.observe({ route: route ?? 'none', method, status }, observedMs / 1000);
    const line = {
      request_id: request.id,
      method,
      path: request.url.split('?', 1)[0],
      status,
      user_id: request.callerId,
      ...(request.tool === null ? {} : { tool: request.tool }),
      ...request.actingUsers,
      ms,
    };
    const { failedCall } = request;
    const notes = failedCall && failureNotes(failedCall, request.id);
    if (isTrouble(request, status)) this.log.warn({ ...line, ...notes }, 'a request failed');
    else this.log.info(notes ? { ...line, ...notes } : line);
  }
}

/** Whether an operator should look into it; not if it was refused under overload, which may happen thousands of times a second. */
function isTrouble({ failedCall }: FastifyRequest, status: number): boolean {
  return failedCall ? !isOverload(failedCall) : status >= 500;
}

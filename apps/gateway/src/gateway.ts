import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  BusClient,
  BusConnection,
  type Log,
  PlatformModule,
  nestLogger,
  openBlobStore,
  openManagement,
} from '@pks/platform/process';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { Gatekeeper } from './access/gatekeeper.ts';
import { Uploads } from './files/uploads.ts';
import type { GatewayConfig } from './gateway.config.ts';
import { GatewayModule } from './gateway.module.ts';
import { type OnResponse, makeHttpServer } from './http/http-server.ts';
import { UnusedConnections } from './http/unused-connections.ts';
import { Streams } from './streams/streams.ts';

/** While stopping, between looks for connections that have become idle. Milliseconds. */
const SWEEP_MS = 50;

/** A gateway that runs in this process. */
export interface RunningGateway {
  /** Where it listens. */
  readonly address: string;
  /** Takes no more requests, finishes those under way, then lets go of everything. */
  stop(): Promise<void>;
}

/** Starts the gateway in this process; while NATS or a service is away it answers 503. */
export async function startGateway(config: GatewayConfig, log: Log): Promise<RunningGateway> {
  const blobs = await openBlobStore(config.blobStore);
  @Module({ imports: [PlatformModule.of('gateway', config, log), GatewayModule] })
  class GatewayRoot {}
  const app = await NestFactory.createApplicationContext(GatewayRoot, {
    logger: nestLogger(log),
    abortOnError: false,
  });
  const connection = app.get(BusConnection);
  const bus = app.get(BusClient);
  const gatekeeper = app.get(Gatekeeper);
  const streams = app.get(Streams);
  connection.open();
  bus.open();
  gatekeeper.open();
  streams.listen();
  gatekeeper.onChange(() => streams.look());
  counting(app.get(Registry), streams);
  const uploads = new Uploads({ bus, blobs, log, deadlineMs: config.requestDeadlineMs });
  const parts = { bus, gatekeeper, streams, uploads, blobs, config };
  const server = makeHttpServer(parts, log, timing(app.get(Registry)));
  const unused = new UnusedConnections(server.server);
  const state = { stopping: false };
  const management = await openManagement(app, config, [
    ['nats', () => (connection.connected ? undefined : 'NATS is away.')],
    ['http', () => (state.stopping ? 'Stopping.' : undefined)],
  ]);
  const address = await server.listen({ host: config.host, port: config.port });
  const stop = async (): Promise<void> => {
    state.stopping = true;
    streams.close();
    await closeWhenIdle(server, unused);
    await app.close();
    await connection.close();
    await management.close();
    await blobs.close();
  };
  return { address, stop };
}

/** Takes no more, and closes each connection as soon as what was asked over it is answered: clients keep them open. */
async function closeWhenIdle(server: FastifyInstance, unused: UnusedConnections): Promise<void> {
  const sweeping = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS);
  const through = unused.endSoon();
  await server.close().finally(() => {
    clearInterval(sweeping);
    through();
  });
}

function timing(registry: Registry): OnResponse {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered over HTTP.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return (route, method, status, seconds) => histogram.observe({ route, method, status }, seconds);
}

function counting(registry: Registry, streams: Streams): void {
  const gauge: Gauge = new Gauge({
    name: 'http_streams',
    help: 'Streams of server-sent events that are open.',
    registers: [registry],
    collect: () => gauge.set(streams.size),
  });
}

import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusConnection, type Log, listenAt, nestLogger, openManagement } from '@pks/platform/process';
import { GatewayModule } from './gateway.module.ts';
import type { GatewayConfig } from './gateway.config.ts';
import { assertBaseUrl, warnOfPages } from './http/base-url.ts';
import { Connections } from './http/connections.ts';
import { httpAdapter } from './http/http-adapter.ts';

/** How many connections may wait to be accepted, as far as the system allows (`net.core.somaxconn`); a client beyond that retries after a second. */
const BACKLOG = 4_096;

/** A gateway that runs in this process. */
export interface RunningGateway {
  /** The address that it listens on. */
  readonly address: string;
  /** Accepts no more requests, finishes pending ones, then closes its connections. */
  stop(): Promise<void>;
}

/** Starts the gateway in this process. While NATS or a service is unavailable it answers 503. */
export async function startGateway(config: GatewayConfig, log: Log): Promise<RunningGateway> {
  assertBaseUrl(config);
  warnOfPages(config, log);
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.of(config, log),
    httpAdapter(config, log),
    { bodyParser: false, logger: nestLogger(log), abortOnError: false },
  );
  const [connection, connections] = [app.get(BusConnection), app.get(Connections)];
  const management = await openManagement(app, config, [
    ['nats', () => connection.notReady],
    ['http', () => (connections.stopping ? 'Stopping.' : undefined)],
  ]);
  const { host, port } = config;
  await listenAt({ host: 'HOST', port: 'PORT' }, () => app.listen({ host, port, backlog: BACKLOG }));
  const stop = async (): Promise<void> => {
    await app.close();
    await management.close();
  };
  return { address: await app.getUrl(), stop };
}

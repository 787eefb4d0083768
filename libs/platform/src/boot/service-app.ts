import { type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Registry } from 'prom-client';
import { BusConnection } from '../bus/connection.ts';
import { FaultFilter } from '../bus/fault-filter.ts';
import { BusServer } from '../bus/server.ts';
import { BusSeal } from '../calls/bus-seal.ts';
import type { ServiceConfig } from '../config/platform.config.ts';
import { faultOfDatabase } from '../database/database-errors.ts';
import type { Database } from '../database/database.ts';
import { TransactionalOnceOnly } from '../database/idempotency.ts';
import { type Log, nestLogger } from '../logging/log.ts';
import { Clock } from '../time/clock.ts';
import { DatabaseModule } from './database.module.ts';
import { PlatformModule, callHistogram } from './platform.module.ts';

/** The parts that make up a service's Nest application. */
export interface ServiceApp<C extends ServiceConfig> {
  readonly name: string;
  readonly module: Type;
  readonly config: C;
  readonly database: Database;
  readonly log: Log;
}

/** Creates the Nest microservice of a service, with the bus as its transport. Nothing connects before `listen()`. */
export async function createService<C extends ServiceConfig>(
  service: ServiceApp<C>,
): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice(rootModule(service), {
    inject: [BusServer],
    useFactory: (strategy: BusServer) => ({ strategy }),
    logger: nestLogger(service.log),
    abortOnError: false,
  });
  return app.useGlobalFilters(new FaultFilter(faultOfDatabase));
}

function rootModule<C extends ServiceConfig>({ name, module, config, database, log }: ServiceApp<C>): Type {
  @Module({
    imports: [PlatformModule.of(name, config, log), DatabaseModule.of(database), module],
    providers: [
      { provide: TransactionalOnceOnly, useValue: new TransactionalOnceOnly(database) },
      {
        provide: BusServer,
        inject: [BusConnection, BusSeal, Clock, TransactionalOnceOnly, Registry],
        useFactory: (
          connection: BusConnection,
          seal: BusSeal,
          clock: Clock,
          onceOnly: TransactionalOnceOnly,
          registry: Registry,
        ) => {
          const histogram = callHistogram(registry);
          const onAnswered = (call: string, outcome: string, seconds: number): void =>
            histogram.observe({ call, outcome }, seconds);
          return new BusServer(
            { connection, seal, clock, log, onceOnly, onAnswered },
            serverOptions(name, config),
          );
        },
      },
    ],
  })
  class ServiceRoot {}
  return ServiceRoot;
}

/** Requests wait in the fair queue of the server, never for a connection in the queue of the pool, which knows no tenants. */
function serverOptions(queue: string, config: ServiceConfig) {
  const { poolSize, maxConcurrentRequests = poolSize } = config;
  return {
    queue,
    deadlineMs: config.requestDeadlineMs,
    concurrency: Math.min(maxConcurrentRequests, poolSize),
    queued: config.maxQueuedRequests,
  };
}

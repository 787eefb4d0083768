import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { BusClient } from '../bus/client.ts';
import { BusConnection } from '../bus/connection.ts';
import { assertAuthorities } from '../bus/tls.ts';
import { BusSeal } from '../calls/bus-seal.ts';
import type { PlatformConfig } from '../config/platform.config.ts';
import { LOG, type Log } from '../logging/log.ts';
import { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { Clock, SystemClock } from '../time/clock.ts';

/** How often the delay of the event loop is measured. The default, 100 times a second, is a large part of what an idle process costs. Milliseconds. */
const LOOP_DELAY_EVERY_MS = 50;

/** The parts of every process: configuration, log, clock, metrics, and the connection to the bus. */
@Global()
@Module({})
export class PlatformModule {
  /** @throws BadConfiguration for a `NATS_CA` without a certificate. */
  static of(name: string, config: PlatformConfig, log: Log): DynamicModule {
    if (config.natsCa !== undefined) assertAuthorities(config.natsCa);
    const connection = new BusConnection(config.ownNatsUrl ?? config.natsUrl, name, log, config.natsCa);
    const seal = new BusSeal(config.callerSecret);
    const registry = new Registry();
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_DELAY_EVERY_MS });
    const provided = [
      { provide: config.constructor, useValue: config },
      { provide: LOG, useValue: log },
      { provide: Clock, useClass: SystemClock },
      { provide: Registry, useValue: registry },
      { provide: OutgoingRequests, useValue: new OutgoingRequests(registry) },
      { provide: BusConnection, useValue: connection },
      { provide: BusSeal, useValue: seal },
      { provide: BusClient, useValue: new BusClient(connection, { name, seal }) },
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      providers: provided,
      exports: [...provided, DiscoveryModule],
    };
  }
}

/** The duration of calls in seconds, by subject and outcome. */
export function callHistogram(registry: Registry): Histogram<'call' | 'outcome'> {
  return new Histogram({
    name: 'bus_call_duration_seconds',
    help: 'Calls served on the bus.',
    labelNames: ['call', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 60],
    registers: [registry],
  });
}

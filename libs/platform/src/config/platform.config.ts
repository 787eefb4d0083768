import { Flag, Integer, OneOf, Text } from '@pks/contracts';
import { Env } from './config.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What every process is configured with. */
export class PlatformConfig {
  /** One address, or those of a cluster with commas between them. */
  @Env('NATS_URL')
  @Text({ default: 'nats://127.0.0.1:4222', pattern: '^nats://[^\\s,]+(,\\s*nats://[^\\s,]+)*$' })
  readonly natsUrl!: string;

  /** Signs callers on the bus; the same for the gateway and all services. */
  @Env('CALLER_SECRET')
  @Text({ min: 32 })
  readonly callerSecret!: string;

  @Env('LOG_LEVEL')
  @OneOf(LOG_LEVELS, { default: 'info' })
  readonly logLevel!: LogLevel;

  /** Health and metrics are served there; without it, nowhere. */
  @Env('HEALTH_PORT')
  @Integer({ min: 0, max: 65_535, optional: true })
  readonly healthPort?: number;

  @Env('HEALTH_HOST')
  @Text({ default: '127.0.0.1' })
  readonly healthHost!: string;

  /** A caller waits this long, then hears 504. Milliseconds. */
  @Env('REQUEST_DEADLINE_MS')
  @Integer({ min: 100, max: 600_000, default: 10_000 })
  readonly requestDeadlineMs!: number;

  /** Stops when its standard input ends: for a process that must not survive the one that started it. */
  @Env('EXIT_WITH_PARENT')
  @OneOf(['0', '1'], { default: '0' })
  readonly exitWithParent!: '0' | '1';
}

/** What every service with a database is configured with. */
export class ServiceConfig extends PlatformConfig {
  @Env('DATABASE_URL')
  @Text({ optional: true, description: 'One database for all services …' })
  readonly databaseUrl?: string;

  /** Connections to PostgreSQL that this process holds at most. */
  @Env('DATABASE_POOL_SIZE')
  @Integer({ min: 1, max: 500, default: 12 })
  readonly poolSize!: number;

  /** Runs the migrations that are missing, at the start. */
  @Env('MIGRATE_ON_START')
  @Flag({ default: true })
  readonly migrateOnStart!: boolean;

  /** Servers that keep each event: 3 on a cluster of NATS. */
  @Env('EVENT_REPLICAS')
  @Integer({ min: 1, max: 5, default: 1 })
  readonly eventReplicas!: number;

  /** Requests worked on at a time. */
  @Env('MAX_CONCURRENT_REQUESTS')
  @Integer({ min: 1, max: 10_000, default: 24 })
  readonly maxConcurrentRequests!: number;

  /** Requests that may wait for their turn; one more is refused as overload. */
  @Env('MAX_QUEUED_REQUESTS')
  @Integer({ min: 0, max: 100_000, default: 500 })
  readonly maxQueuedRequests!: number;
}

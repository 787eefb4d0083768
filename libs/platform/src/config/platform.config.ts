import { Flag, Integer, OneOf, Text } from '@pks/contracts';
import { Env } from './config.ts';

/** The levels of pino, from the most to the least verbose. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** The least severe level that is logged; `silent` logs nothing. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Addresses of NATS: all of them with TLS, or none. */
const NATS_ADDRESSES = '^(nats://[^\\s,]+(,\\s*nats://[^\\s,]+)*|tls://[^\\s,]+(,\\s*tls://[^\\s,]+)*)$';

/** The address of a PostgreSQL database. */
const DATABASE_ADDRESS = '^postgres(ql)?://[^\\s]+$';

/** Where files are stored: a folder, or a bucket of an S3-compatible store. Other schemes are no folders. */
const BLOB_STORE = '^(s3://[^\\s]+|(?![A-Za-z][A-Za-z0-9+.-]*://)[^\\s].*)$';

const NATS_EXAMPLE = 'nats://user:password@nats.example.com:4222';
const DATABASE_EXAMPLE = 'postgres://user:password@db.example.com:5432/project_knowledge';

/** The options of a variable with addresses of NATS. */
export const NATS_URL_FORM = { pattern: NATS_ADDRESSES, example: NATS_EXAMPLE } as const;
/** The options of a variable with the address of a database. */
export const DATABASE_URL_FORM = { pattern: DATABASE_ADDRESS, example: DATABASE_EXAMPLE } as const;
/** The options of the variable that names where files are stored. */
export const BLOB_STORE_FORM = {
  pattern: BLOB_STORE,
  example: '.data/documents, or s3://bucket/prefix',
} as const;

/** The configuration of every process. */
export class PlatformConfig {
  /** One address, or those of a cluster separated by commas; with the user and password of the process. */
  @Env('NATS_URL')
  @Text({ default: 'nats://127.0.0.1:4222', ...NATS_URL_FORM })
  readonly natsUrl!: string;

  /** The address with this process's own user, if `NATS_URL` is shared; each configuration names its variable. */
  readonly ownNatsUrl?: string;

  /** The PEM file of the authorities that sign the server's certificate; by default, those that Node.js knows. */
  @Env('NATS_CA')
  @Text({ optional: true })
  readonly natsCa?: string;

  /** The key that signs callers on the bus; the gateway and all services share it. */
  @Env('CALLER_SECRET')
  @Text({ min: 32 })
  readonly callerSecret!: string;

  @Env('LOG_LEVEL')
  @OneOf(LOG_LEVELS, { default: 'info' })
  readonly logLevel!: LogLevel;

  /** The port of health checks and metrics; without it, they are not served. */
  @Env('HEALTH_PORT')
  @Integer({ min: 0, max: 65_535, optional: true })
  readonly healthPort?: number;

  @Env('HEALTH_HOST')
  @Text({ default: '127.0.0.1' })
  readonly healthHost!: string;

  /** The names by which health checks and metrics may be requested, beside the server's address: separated by commas. */
  @Env('HEALTH_NAMES')
  @Text({
    optional: true,
    pattern: '^[A-Za-z0-9_.-]+(, *[A-Za-z0-9_.-]+)*$',
    example: 'gateway, health.internal',
  })
  readonly healthNames?: string;

  /** How long a request may take before it is answered with 504. Milliseconds. */
  @Env('REQUEST_DEADLINE_MS')
  @Integer({ min: 100, max: 600_000, default: 10_000 })
  readonly requestDeadlineMs!: number;

  /** Stops when standard input ends: for a process that must not outlive its parent. */
  @Env('EXIT_WITH_PARENT')
  @OneOf(['0', '1'], { default: '0' })
  readonly exitWithParent!: '0' | '1';
}

/** The configuration of every service with a database. */
export class ServiceConfig extends PlatformConfig {
  @Env('DATABASE_URL')
  @Text({ optional: true, description: 'One database for all services …', ...DATABASE_URL_FORM })
  readonly databaseUrl?: string;

  /** The address of a service's own database, instead of the shared one; each configuration names its variable. */
  readonly ownDatabaseUrl?: string;

  /** The most connections to PostgreSQL that this process opens. */
  @Env('DATABASE_POOL_SIZE')
  @Integer({ min: 1, max: 500, default: 16 })
  readonly poolSize!: number;

  /** Runs pending migrations at the start. */
  @Env('MIGRATE_ON_START')
  @Flag({ default: true })
  readonly migrateOnStart!: boolean;

  /** Statements see and change only rows of the project that they run for: the database checks it too. */
  @Env('ROW_LEVEL_SECURITY')
  @OneOf(['on', 'off'], { default: 'on' })
  readonly rowLevelSecurity!: 'on' | 'off';

  /** How many NATS servers store each event: 3 on a cluster. */
  @Env('EVENT_REPLICAS')
  @Integer({ min: 1, max: 5, default: 1 })
  readonly eventReplicas!: number;

  /** How many requests are handled at a time; at most, and by default, as many as `poolSize`. */
  @Env('MAX_CONCURRENT_REQUESTS')
  @Integer({ min: 1, max: 10_000, optional: true })
  readonly maxConcurrentRequests?: number;

  /** How many requests may wait; further ones are refused. */
  @Env('MAX_QUEUED_REQUESTS')
  @Integer({ min: 0, max: 100_000, default: 500 })
  readonly maxQueuedRequests!: number;
}

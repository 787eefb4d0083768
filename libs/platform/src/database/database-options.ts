import type { DataSourceOptions, MixedList, MigrationInterface } from 'typeorm';
import { addressesIn } from '../config/database-addresses.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';
import { IdempotencyUsage } from './idempotency-usage.entity.ts';
import { OutboxEvent } from './outbox-event.entity.ts';
import { OutboxLeaseRow } from './outbox-lease.entity.ts';
import { CausalClient } from './causal-client.ts';
import { scopedClientAs } from './scoped-client.ts';
import { sessionsAt } from './servers.ts';
import { EVERY_ROW, type SessionSettings, UNBOUNDED, commonSettings } from './session-settings.ts';

/** A migration, written by hand, forward only (pattern 8). */
export type Migration = new () => MigrationInterface;
type Entity = abstract new () => object;

/** The database of a service, and its schema. */
export interface DatabaseOptions {
  /** May have several hosts, separated by commas, one of them the primary. */
  readonly url: string;
  /** The service's PostgreSQL schema. */
  readonly schema: string;
  readonly entities: readonly Entity[];
  readonly migrations: readonly Migration[];
  readonly poolSize: number;
  readonly migrate: boolean;
  readonly name: string;
  /** Whether the statements of this process see and change only rows of the project that they run for. False by default. */
  readonly rowSecurity?: boolean;
  /** How long PostgreSQL may be silent about a statement before its connection is closed. 30 s by default. Milliseconds. */
  readonly silenceMs?: number;
}

/** The schema of a service, in any database. */
export type ServiceSchema = Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;

/** No statement, wait for a lock or idle transaction outlives a request's default deadline of 10 s. */
const BOUNDS = {
  statement_timeout: '8s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '9s',
} as const;
/** Statements of services wait behind a migration that waits for a lock, so the migration gives up first. */
const MIGRATION_BOUNDS = { ...UNBOUNDED, lock_timeout: '2s' } as const;
/**
 * The bounds of the statements of a session: those of a service, those of its migrations, or none for the first migrations of a
 * schema, which nothing uses yet.
 */
type Bounds = 'service' | 'migrations' | 'none';
/**
 * A connection whose statement has no answer for this long was lost silently: PostgreSQL ends each statement earlier, even the last of
 * several that were sent together, whose time counts from the sending. Milliseconds.
 */
const SILENCE_MS = 30_000;
/**
 * A row at a random place costs hardly more than the next one, as on any disk but a spinning one. With the default of 4, plans
 * for a project of average size would read and sort everything that a large project has, instead of the first rows of an
 * index.
 */
const COSTS = { random_page_cost: '1.1' } as const;
/** A plan made while a table had few rows is kept while the table grows, so it has to use an index to stay right. Migrations read whole tables. */
const BY_INDEX = { enable_seqscan: 'off' } as const;
/** Timeout for a connection, from the pool or to the server. Milliseconds. */
export const ACQUIRE_MS = 4_000;

const SETTINGS = {
  service: { ...COSTS, ...BOUNDS, ...BY_INDEX },
  migrations: { ...COSTS, ...MIGRATION_BOUNDS },
  none: { ...COSTS, ...UNBOUNDED },
} as const satisfies Record<Bounds, SessionSettings>;

/** The role that is subject to row-level security: it owns nothing. */
export function runtimeRole({ schema }: Pick<DatabaseOptions, 'schema'>): string {
  return `pks_${schema}`;
}

/**
 * The TypeORM options of a service. Sessions are in UTC and in the service's schema. Sessions of migrations are the owner's; at most,
 * they have a timeout for locks.
 */
export function dataSourceOptions(options: DatabaseOptions, bounds: Bounds = 'service'): DataSourceOptions {
  const bounded = bounds === 'service';
  const role = bounded && options.rowSecurity ? runtimeRole(options) : undefined;
  const settings = {
    ...commonSettings(options),
    ...SETTINGS[bounds],
    ...(role === undefined ? EVERY_ROW : { role }),
  };
  return {
    type: 'postgres',
    // TypeORM reads only one host from it; the connections go to all hosts of the address.
    url: addressesIn(options.url)[0] ?? options.url,
    schema: options.schema,
    entities: [...options.entities, ...platformEntities(options)] as MixedList<Entity> as never,
    migrations: [...options.migrations] as never,
    migrationsTableName: 'migrations',
    applicationName: options.name,
    installExtensions: false,
    logger: 'debug',
    poolSize: options.poolSize,
    connectTimeoutMS: ACQUIRE_MS,
    extra: {
      ...sessionsAt(options.url, settings, role ? scopedClientAs(role) : CausalClient),
      ...(bounded ? { query_timeout: options.silenceMs ?? SILENCE_MS } : {}),
      idleTimeoutMillis: 30_000,
      pipeline: true,
    },
  };
}

/** The platform's own entities: those of every service, and those that an outbox needs. */
function platformEntities({ entities }: DatabaseOptions): readonly Entity[] {
  const keys = [IdempotencyKey, IdempotencyUsage];
  return entities.includes(OutboxEvent) ? [...keys, OutboxLeaseRow] : keys;
}

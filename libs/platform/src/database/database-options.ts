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
  /** With commas between its hosts where it has several, one of them the primary. */
  readonly url: string;
  /** The service's PostgreSQL schema. */
  readonly schema: string;
  readonly entities: readonly Entity[];
  readonly migrations: readonly Migration[];
  readonly poolSize: number;
  readonly migrate: boolean;
  readonly name: string;
  /** The statements of this process see and change only rows of the project that they run for. False without it. */
  readonly rowSecurity?: boolean;
  /** For so long PostgreSQL may say nothing to a statement: its connection is closed then. 30 s without it. Milliseconds. */
  readonly silenceMs?: number;
}

/** The schema of a service, in whatever database. */
export type ServiceSchema = Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;

/** No statement, lock or idle transaction outlives a request's default deadline of 10 s. */
const BOUNDS = {
  statement_timeout: '8s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '9s',
} as const;
/** Statements of services wait behind a migration that waits for a lock: it gives up before they do. */
const MIGRATION_BOUNDS = { ...UNBOUNDED, lock_timeout: '2s' } as const;
/** What bounds the statements of a session: of a service, of its migrations, or, of the first ones of a schema, which nothing uses yet, nothing. */
type Bounds = 'service' | 'migrations' | 'none';
/**
 * A connection on which a statement has no answer for so long was lost silently: PostgreSQL ends each before, also of some that are sent
 * together, whose time counts from then. Milliseconds.
 */
const SILENCE_MS = 30_000;
/**
 * A row at a random place costs hardly more than the next one, as on any disk but a spinning one. With the default of 4, plans
 * for a project of average size read and sort all that a large project has, instead of the first rows of an index.
 */
const COSTS = { random_page_cost: '1.1' } as const;
/** A plan that was made while a table had few rows is kept while the table grows: one that uses an index stays right. Migrations read whole tables. */
const BY_INDEX = { enable_seqscan: 'off' } as const;
/** Timeout for a connection, from the pool or to the server. Milliseconds. */
export const ACQUIRE_MS = 4_000;

const SETTINGS = {
  service: { ...COSTS, ...BOUNDS, ...BY_INDEX },
  migrations: { ...COSTS, ...MIGRATION_BOUNDS },
  none: { ...COSTS, ...UNBOUNDED },
} as const satisfies Record<Bounds, SessionSettings>;

/** The role that row-level security binds: it owns nothing. */
export function runtimeRole({ schema }: Pick<DatabaseOptions, 'schema'>): string {
  return `pks_${schema}`;
}

/**
 * The TypeORM options of a service. Sessions are in UTC and in the service's schema. Those of migrations are of the owner: only waits for
 * locks have a timeout, if any.
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
    // It reads one host alone; its connections are to those of the address.
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

/** The entities of every service, and those that an outbox needs. */
function platformEntities({ entities }: DatabaseOptions): readonly Entity[] {
  const keys = [IdempotencyKey, IdempotencyUsage];
  return entities.includes(OutboxEvent) ? [...keys, OutboxLeaseRow] : keys;
}

import type { DataSourceOptions, MixedList, MigrationInterface } from 'typeorm';
import { IdempotencyKey } from './idempotency-key.entity.ts';

/** A migration, written by hand, forward and additive. */
export type Migration = new () => MigrationInterface;
type Entity = abstract new () => object;

/** Which database, and what this service keeps in it. */
export interface DatabaseOptions {
  readonly url: string;
  /** The service's PostgreSQL schema. */
  readonly schema: string;
  readonly entities: readonly Entity[];
  readonly migrations: readonly Migration[];
  readonly poolSize: number;
  readonly migrate: boolean;
  readonly name: string;
}

/** No statement, lock or idle transaction outlives a request's default deadline of 10 s. */
const BOUNDS = '-c statement_timeout=8000 -c lock_timeout=4000 -c idle_in_transaction_session_timeout=9000';
/** Waiting for a connection, of the pool or to the server. Milliseconds. */
export const ACQUIRE_MS = 4_000;

/** How TypeORM is set up for a service; sessions are in UTC and in the service's schema. */
export function dataSourceOptions(options: DatabaseOptions, bounded = true): DataSourceOptions {
  const session = `-c search_path=${options.schema},public -c timezone=UTC`;
  return {
    type: 'postgres',
    url: options.url,
    schema: options.schema,
    entities: [...options.entities, IdempotencyKey] as MixedList<Entity> as never,
    migrations: [...options.migrations] as never,
    migrationsTableName: 'migrations',
    applicationName: options.name,
    installExtensions: false,
    logger: 'debug',
    poolSize: options.poolSize,
    connectTimeoutMS: ACQUIRE_MS,
    extra: { options: bounded ? `${session} ${BOUNDS}` : session, idleTimeoutMillis: 30_000 },
  };
}

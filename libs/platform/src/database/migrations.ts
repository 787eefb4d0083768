import { types } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { addressesIn } from '../config/database-addresses.ts';
import { createSchema } from './create-schema.ts';
import { codeOf } from './database-errors.ts';
import { ACQUIRE_MS, type DatabaseOptions, dataSourceOptions, runtimeRole } from './database-options.ts';
import { createRuntimeRole, grantToRole } from './runtime-role.ts';
import { EVERY_ROW, UNBOUNDED, commonSettings, startupOptions, verifySession } from './session-settings.ts';

/** Why a migration gave up for now. */
export const WAITS_FOR_A_LOCK = 'A migration waits for a lock of another session, such as a backup.';
const LOCK_TIMEOUT = '55P03';
const NO_TABLE = '42P01';

/**
 * Migrates the service's schema, one process at a time.
 * @throws Error with `WAITS_FOR_A_LOCK` if a lock is not free within 2 s. Statements that came later have waited behind it, so do not
 * retry at once. The first migrations of a schema wait as long as it takes, such as for another service that creates the same extension.
 */
export async function migrate(options: DatabaseOptions): Promise<void> {
  const { url, client } = await connectToPrimary(options);
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [
      `migrations of ${options.schema}`,
    ]);
    await createSchema(client, options.schema);
    if (options.rowSecurity) await createRuntimeRole(client, runtimeRole(options));
    await runAll({ ...options, url }, await hasMigrations(client, options));
    if (options.rowSecurity) await grantToRole(client, runtimeRole(options), options.schema);
  } finally {
    await client.end();
  }
}

/** Opens the session that holds the lock for as long as migrations take. Returns it with the address of its server. */
async function connectToPrimary(options: DatabaseOptions): Promise<{ url: string; client: pg.Client }> {
  const errors: unknown[] = [];
  for (const url of addressesIn(options.url)) {
    try {
      return { url, client: await connectVerified({ ...options, url }) };
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors.length === 1 ? errors[0] : new AggregateError(errors);
}

/** Verifies the session before it sets the bounds, some of which a server that is too old does not know. */
async function connectVerified(options: DatabaseOptions): Promise<pg.Client> {
  const settings = { ...commonSettings(options), ...EVERY_ROW };
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: ACQUIRE_MS,
    options: startupOptions(settings),
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await verifySession(client, settings);
    const bounds = Object.entries(UNBOUNDED).map(([name, value]) => `SET ${name} = ${value}`);
    await client.query(bounds.join('; '));
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function hasMigrations(client: pg.Client, { schema }: DatabaseOptions): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'migrations'`,
    [schema],
  );
  return rowCount !== 0;
}

async function runAll(options: DatabaseOptions, isUsed: boolean): Promise<void> {
  const bounds = isUsed ? 'migrations' : 'none';
  const source = new DataSource(dataSourceOptions({ ...options, poolSize: 1 }, bounds));
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } catch (error) {
    if (!types.isNativeError(error) || codeOf(error) !== LOCK_TIMEOUT) throw error;
    throw new Error(WAITS_FOR_A_LOCK, { cause: error });
  } finally {
    await source.destroy();
  }
}

/** Why the schema does not match this build; undefined if it does. @throws Error with the remedy if no migration ever ran. */
export async function schemaMismatch(
  source: DataSource,
  options: DatabaseOptions,
): Promise<string | undefined> {
  const applied = (await rowsOfMigrations(source, options)).map((row) => row.name);
  const known = options.migrations.map((migration) => migration.name);
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0)
    return `A newer version has migrated the schema (${newer.join(', ')}): start that version, or restore the backup from before it.`;
  const missing = known.filter((name) => !applied.includes(name));
  return missing.length === 0 ? undefined : `Migrations have not run yet: ${missing.join(', ')}.`;
}

async function rowsOfMigrations(
  source: DataSource,
  { schema }: DatabaseOptions,
): Promise<readonly { readonly name: string }[]> {
  try {
    return await source.query(`SELECT name FROM ${schema}.migrations`);
  } catch (error) {
    if (!types.isNativeError(error) || codeOf(error) !== NO_TABLE) throw error;
    const remedy = 'Start a process of the service with MIGRATE_ON_START=true first.';
    throw new Error(`The schema ${schema} has no tables yet. ${remedy}`, { cause: error });
  }
}

/** The statements that would change the schema to match the entities: none if they agree. */
export async function schemaDrift(options: DatabaseOptions): Promise<string[]> {
  await migrate(options);
  const source = new DataSource(dataSourceOptions({ ...options, poolSize: 1 }, 'migrations'));
  await source.initialize();
  try {
    const changes = await source.driver.createSchemaBuilder().log();
    return changes.upQueries.map((query) => query.query);
  } finally {
    await source.destroy();
  }
}

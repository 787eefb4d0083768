import { randomUUID } from 'node:crypto';
import { Database, type DatabaseOptions, type ServiceSchema, makeLog, migrate } from '@pks/platform';
import pg from 'pg';

/** A database of a test's own. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Clones a migrated database for a test file: takes about 50 ms, and contains nothing from other tests. */
export async function cloneDatabase(options: ServiceSchema): Promise<TestDatabase> {
  const name = `test_${options.schema}_${runOfTests()}_${randomUUID().replaceAll('-', '')}`.slice(0, 63);
  const template = await templateOf(options);
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { url: urlOf(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** A service's database, opened on a clone; `close` drops it. */
export async function openTestDatabase(
  options: ServiceSchema,
): Promise<{ database: Database; url: string; close: () => Promise<void> }> {
  const clone = await cloneDatabase(options);
  const database = new Database(
    { ...options, url: clone.url, poolSize: 8, migrate: true, name: 'test' },
    makeLog('test', 'silent'),
  );
  await database.open();
  const close = async (): Promise<void> => {
    await database.close();
    await clone.drop();
  };
  return { database, url: clone.url, close };
}

/** The database of a running service, opened as the owner of its tables, so that a test can fill and inspect every project. */
export async function openAsOwner(options: DatabaseOptions): Promise<Database> {
  const own = { ...options, poolSize: 4, migrate: false, rowSecurity: false };
  const database = new Database(own, makeLog('test', 'silent'));
  await database.open();
  return database;
}

/** The migrated database from which clones are made; created once per run, by the first process to need it. */
async function templateOf(options: ServiceSchema): Promise<string> {
  const name = `template_${options.schema}_${runOfTests()}`;
  const client = await connectAsAdministrator();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await makeTemplate(client, name, options);
  } finally {
    await client.end();
  }
  return name;
}

/** Templates belong to one run of tests: the next one may have other migrations. */
function runOfTests(): string {
  return process.env['TEST_RUN'] ?? 'alone';
}

async function makeTemplate(client: pg.Client, name: string, options: ServiceSchema): Promise<void> {
  await client.query(`CREATE DATABASE ${name}_making`);
  await migrate({ ...options, url: urlOf(`${name}_making`), poolSize: 1, migrate: true, name: 'template' });
  await client.query(`ALTER DATABASE ${name}_making RENAME TO ${name}`);
}

async function administer(statement: string): Promise<void> {
  const client = await connectAsAdministrator();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', ['clones']);
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function connectAsAdministrator(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  return client;
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.toString();
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error("This project's jest configuration starts no PostgreSQL.");
  return url;
}

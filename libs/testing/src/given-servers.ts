import { randomUUID } from 'node:crypto';
import { openSession } from './database-session.ts';

/** The servers that `DATABASE_URL` and `NATS_URL` give to a run of tests, as variables of a product. */
export interface GivenServers {
  /** Each is '' if none is given; the database is the product's own, on the given server. */
  readonly env: { readonly DATABASE_URL: string; readonly NATS_URL: string };
  /** Drops the database. */
  drop(): Promise<void>;
}

/** Creates a database for a product on the server that a run of tests was given, if any. */
export async function openGivenServers(): Promise<GivenServers> {
  const { DATABASE_URL: given = '', NATS_URL = '' } = process.env;
  if (given === '') return { env: { DATABASE_URL: '', NATS_URL }, drop: () => Promise.resolve() };
  const name = `test_product_${randomUUID().replaceAll('-', '')}`;
  await administer(given, `CREATE DATABASE ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  const drop = (): Promise<void> => administer(given, `DROP DATABASE ${name} WITH (FORCE)`);
  return { env: { DATABASE_URL: url.href, NATS_URL }, drop };
}

async function administer(databaseUrl: string, statement: string): Promise<void> {
  const session = await openSession(databaseUrl);
  try {
    await session.rows(statement);
  } finally {
    await session.close();
  }
}

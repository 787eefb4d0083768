import type pg from 'pg';

/** Creates a schema unless it exists. `IF NOT EXISTS` needs the privilege to create schemas even if it does. */
export async function createSchema(client: pg.Client | pg.Pool, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
}

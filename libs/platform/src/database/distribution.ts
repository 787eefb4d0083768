import type { DataSource } from 'typeorm';
import type { DatabaseOptions } from './database-options.ts';

const DISTRIBUTED = `
  SELECT 1 FROM citus_tables t JOIN pg_class c ON c.oid = t.table_name
   WHERE c.relnamespace = $1::text::regnamespace AND t.citus_table_type = 'distributed' LIMIT 1`;

/**
 * Why tables that Citus distributes cannot be used; undefined if they can, as on a server without Citus. The other nodes would not
 * learn the project of a statement, and the role for row-level security has no login there.
 */
export async function distributionProblem(
  source: DataSource,
  { schema, rowSecurity }: Pick<DatabaseOptions, 'schema' | 'rowSecurity'>,
): Promise<string | undefined> {
  if (rowSecurity !== true || !(await isCluster(source))) return undefined;
  const distributed: unknown[] = await source.query(DISTRIBUTED, [schema]);
  if (distributed.length === 0) return undefined;
  return `The tables of ${schema} are distributed, and row-level security does not reach other nodes: set ROW_LEVEL_SECURITY=off.`;
}

async function isCluster(source: DataSource): Promise<boolean> {
  const [found]: { is_cluster: boolean }[] = await source.query(
    `SELECT to_regclass('citus_tables') IS NOT NULL AS is_cluster`,
  );
  return found?.is_cluster ?? false;
}

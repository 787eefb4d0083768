import { type Database, statement } from '@pks/platform';

const READ = statement<{ count: number }>(
  'test-rows-read',
  `SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::integer AS count
     FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`,
);

/**
 * How many rows of these tables the work reads in a transaction, as PostgreSQL counts them. Subtracts the
 * count before the work, because PostgreSQL also counts what the connection read shortly before.
 */
export function rowsRead(
  database: Database,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const soFar = async (): Promise<number> => (await database.rows(READ, [tables]))[0]?.count ?? 0;
  return database.transaction(async () => {
    const before = await soFar();
    await work();
    return (await soFar()) - before;
  });
}

import type { Database } from './database.ts';

const BATCH = 1000;

/** Drops the rows of a table for which a condition holds, 1,000 in a transaction; the words are fixed ones, never anyone's input. */
export async function forgetOld(
  database: Database,
  table: string,
  key: readonly string[],
  condition: string,
): Promise<void> {
  const columns = key.join(', ');
  const text = `
    WITH forgotten AS (
      DELETE FROM ${table} WHERE (${columns}) IN (
        SELECT ${columns} FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING 1)
    SELECT count(*)::integer AS rows FROM forgotten`;
  let rows = BATCH;
  while (rows === BATCH) {
    rows = await database.transaction(async () => {
      const [forgotten]: { rows: number }[] = await database.manager.query(text);
      return forgotten?.rows ?? 0;
    });
  }
}

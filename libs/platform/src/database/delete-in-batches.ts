import type { Database } from './database.ts';

const BATCH = 1000;

/**
 * Deletes the rows of a table that match a condition, 1,000 per transaction, until the signal is aborted. Returns their number. The
 * texts become SQL, and must never be input.
 */
export async function deleteInBatches(
  database: Database,
  table: string,
  key: readonly string[],
  condition: string,
  signal?: AbortSignal,
): Promise<number> {
  const columns = key.join(', ');
  const isTaken = key.map((column) => `t.${column} = taken.${column}`).join(' AND ');
  const text = `
    WITH taken AS (SELECT ${columns} FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
    deleted AS (DELETE FROM ${table} t USING taken WHERE ${isTaken} RETURNING 1)
    SELECT count(*)::integer AS rows FROM deleted`;
  let all = 0;
  for (;;) {
    const rows = await database.transaction(async () => {
      const [deleted]: { rows: number }[] = await database.manager.query(text);
      return deleted?.rows ?? 0;
    });
    all += rows;
    if (rows < BATCH || signal?.aborted) return all;
  }
}

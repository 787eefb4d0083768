import type { Table } from '@lancedb/lancedb';

/** From this many passages on, an approximate index is faster than comparing all of them. */
const WORTH_AN_INDEX = 10_000;

/** Old versions of a table are kept this long for readers. Milliseconds. */
const READING = 60_000;

/** Merges the files of a table, and updates its indexes. */
export async function foldIn(table: Table): Promise<void> {
  await table.optimize({ cleanupOlderThan: new Date(Date.now() - READING) });
  const indexed = (await table.listIndices()).some(({ columns }) => columns.includes('vector'));
  if (indexed) return;
  const embedded = await table.countRows('vector IS NOT NULL');
  if (embedded < WORTH_AN_INDEX) return;
  const { Index } = await import('@lancedb/lancedb');
  const numPartitions = Math.round(Math.sqrt(embedded));
  await table.createIndex('vector', { config: Index.ivfRq({ distanceType: 'cosine', numPartitions }) });
}

import type { Table } from '@lancedb/lancedb';

/** From so many passages on, comparing all of them with what is asked takes longer than an index that nears them. */
const WORTH_AN_INDEX = 10_000;

/** Old states of a table stay so long for those who are still reading them. Milliseconds. */
const READING = 60_000;

/** Brings files and indexes of a table into order. */
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

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { assertTimeLeft } from '@pks/platform';
import type { Generation } from './passage-hit.ts';
import { persistently } from './persistently.ts';

/** From this many passages on, an approximate index is faster than comparing all of them. */
const WORTH_AN_INDEX = 10_000;

/** Old versions of a table are kept this long for readers. Milliseconds. */
const READING = 60_000;

/** Rows that are rewritten at a time: until they are in the indexes again, each search compares them one by one. */
const REWRITTEN_AT_A_TIME = 5_000n;

/** The engine compresses vectors to bits only if their length is a multiple of this. */
const COMPRESSED_BY = 8;

/** Merges the files of a table, and updates its indexes. */
export async function foldIn(table: Table, { dimensions }: Generation): Promise<void> {
  await table.optimize({ cleanupOlderThan: new Date(Date.now() - READING) });
  const indexed = (await table.listIndices()).some(({ columns }) => columns.includes('vector'));
  if (indexed) return;
  const embedded = await table.countRows('vector IS NOT NULL');
  if (embedded < WORTH_AN_INDEX) return;
  const { Index } = await import('@lancedb/lancedb');
  const options = { distanceType: 'cosine', numPartitions: Math.round(Math.sqrt(embedded)) } as const;
  const config = dimensions % COMPRESSED_BY === 0 ? Index.ivfRq(options) : Index.ivfFlat(options);
  await table.createIndex('vector', { config });
}

/**
 * Rewrites the fragments of a table in which rows are deleted. The engine does this only once more than a tenth of a fragment is deleted, and has
 * no option for it: so rows are moved out of the fragment until that is the case, or none is left. The files of earlier versions have the deleted
 * rows until they are deleted themselves.
 */
export async function rewriteDeletions(
  table: Table,
  generation: Generation,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const fragment of await fragmentsWithDeletions(folder)) {
    const end = (fragment + 1n) << 32n;
    for (let first = fragment << 32n; await hasRows(table, first, end); first += REWRITTEN_AT_A_TIME) {
      if (signal) assertTimeLeft(signal);
      const where = between(first, first + REWRITTEN_AT_A_TIME);
      await persistently(() => table.update({ where, valuesSql: { position: 'position' } }));
      await persistently(() => foldIn(table, generation));
    }
  }
}

/**
 * The fragments with deleted rows: the engine lists these in files whose names begin with the number of the fragment. Fragments of earlier
 * versions may not exist any more.
 */
async function fragmentsWithDeletions(folder: string): Promise<ReadonlySet<bigint>> {
  const names = await readdir(join(folder, '_deletions')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return new Set(names.flatMap((name) => /^\d+(?=-)/.exec(name) ?? []).map(BigInt));
}

async function hasRows(table: Table, from: bigint, end: bigint): Promise<boolean> {
  return (await table.countRows(between(from, end))) > 0;
}

/** The condition for rows by their addresses: the number of the fragment, and 32 bits for the place in it. */
function between(from: bigint, end: bigint): string {
  return `_rowaddr >= ${from} AND _rowaddr < ${end}`;
}

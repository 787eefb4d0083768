import type { Table } from '@lancedb/lancedb';
import type { KeptSource } from './passage-hit.ts';
import { numberOf, textOf } from './passage-rows.ts';

/** The sources and indexings whose passages a table contains; reads no text and no vector. */
export async function keptSources(table: Table): Promise<KeptSource[]> {
  const kept = new Map<string, KeptSource>();
  const select = {
    source_id: 'source_id',
    indexing_id: 'indexing_id',
    embedded: 'CAST(vector IS NOT NULL AS INT)',
  };
  for await (const batch of table.query().select(select)) {
    const rows: unknown[] = batch.toArray();
    for (const row of rows) count(kept, row);
  }
  return [...kept.values()];
}

function count(kept: Map<string, KeptSource>, row: unknown): void {
  const [source_id, indexing_id] = [textOf(row, 'source_id'), textOf(row, 'indexing_id')];
  const key = `${source_id} ${indexing_id}`;
  const { passages, embedded } = kept.get(key) ?? { passages: 0, embedded: 0 };
  kept.set(key, {
    source_id,
    indexing_id,
    passages: passages + 1,
    embedded: embedded + numberOf(row, 'embedded'),
  });
}

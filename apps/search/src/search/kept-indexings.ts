import type { Table } from '@lancedb/lancedb';
import type { RecordBatch } from 'apache-arrow';
import type { Indexing } from './passage-hit.ts';

/** The indexings whose passages a table contains, each once; reads no text and no vector. */
export async function keptIndexings(table: Table): Promise<Indexing[]> {
  const kept = new Map<string, Indexing>();
  for await (const batch of table.query().select(['source_id', 'indexing_id'])) {
    // By columns: an object for each row takes twice as long.
    const indexings = textsIn(batch, 'indexing_id');
    for (const [index, source_id] of textsIn(batch, 'source_id').entries()) {
      const indexing_id = String(indexings[index]);
      kept.set(`${source_id} ${indexing_id}`, { source_id, indexing_id });
    }
  }
  return [...kept.values()];
}

function textsIn(batch: RecordBatch, column: string): string[] {
  return Array.from(batch.getChild(column) ?? [], String);
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pair } from '@pks/contracts';
import type { Database } from '@pks/platform';
import { openTestDatabase, rowsRead } from '@pks/testing';
import { knowledgeSchema } from '../knowledge.database.ts';
import { type Labelled, MetadataIndex } from './metadata-index.ts';

const TABLES = ['metadata_keys', 'metadata_values', 'metadata_bits'];

let database: Database;
let index: MetadataIndex;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(knowledgeSchema));
  index = new MetadataIndex(database);
});
afterAll(() => close());

/** Documents of which each has a value of its own, and every tenth a key of its own. */
function documents(count: number): Labelled[] {
  return Array.from({ length: count }, (_, nth) => {
    const pairs: Pair[] = [['Reference', `No. ${nth}`]];
    if (nth % 10 === 0) pairs.push([`Key ${nth}`, 'yes']);
    return { number: nth + 1, metadata: pairs };
  });
}

describe('removing a pair', () => {
  it('reads none of the other pairs of its project, also where most projects have few', async () => {
    const large = documents(6_000);
    const project = randomUUID();
    for (let count = 0; count < 200; count += 1) await index.add(randomUUID(), documents(5));
    await index.add(project, large);
    await database.manager.query(`ANALYZE ${TABLES.join(', ')}`);
    for (const one of large.slice(0, 3)) {
      const read = await rowsRead(database, TABLES, async () => {
        await database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
        await index.remove(project, [one], [{ number: one.number, metadata: [] }]);
      });
      expect(read).toBeLessThan(30);
    }
    const left: unknown = await database.manager.query(
      `SELECT (SELECT count(*) FROM metadata_values WHERE project_id = $1)::integer AS values,
              (SELECT count(*) FROM metadata_bits WHERE project_id = $1)::integer AS bits,
              (SELECT pair_count FROM metadata_keys WHERE project_id = $1 AND key = 'Reference') AS pairs`,
      [project],
    );
    expect(left).toEqual([{ values: 6_596, bits: 5_998, pairs: 5_997 }]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { openTestDatabase, rowsRead } from '@pks/testing';
import { knowledgeSchema } from '../knowledge.database.ts';
import { MetadataValuesRepository } from './metadata-values.repository.ts';

/** Values that one document each has, under a few keys in each of many projects. */
const VALUES = `
  INSERT INTO metadata_values (project_id, key, digest, value, count)
  SELECT p.id, key, sha256(convert_to(value, 'UTF8')), value, 1
    FROM unnest($1::uuid[]) p (id) CROSS JOIN unnest(ARRAY['a', 'b', 'c']) k (key)
   CROSS JOIN generate_series(1, $2::integer) n CROSS JOIN LATERAL (SELECT 'Reference ' || n AS value) made
   WHERE key = 'a' OR n <= 30`;
/** Values under one key. */
const LONG = `
  INSERT INTO metadata_values (project_id, key, digest, value, count)
  SELECT $1, 'a', sha256(convert_to(value, 'UTF8')), value, 1 FROM unnest($2::text[]) v (value)`;
const KEYS = `
  INSERT INTO metadata_keys (project_id, key, pair_count, value_count)
  SELECT project_id, key, sum(count), count(*) FROM metadata_values GROUP BY project_id, key
      ON CONFLICT DO NOTHING`;

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(knowledgeSchema));
});
afterAll(() => close());

describe('a value of eight thousand', () => {
  it('is not read by a list that does not show it, also where most projects have few', async () => {
    const project = randomUUID();
    await database.manager.query(VALUES, [Array.from({ length: 200 }, () => randomUUID()), 200]);
    await database.manager.query(VALUES, [[project], 8_000]);
    await database.manager.query(KEYS);
    await database.manager.query('ANALYZE metadata_values, metadata_keys');
    const values = new MetadataValuesRepository(database);
    const read = (list: () => Promise<unknown>): Promise<number> =>
      rowsRead(database, ['metadata_values'], async () => {
        await database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
        await list();
      });
    const shown = 1_000;
    const some = await read(() => values.of(project, 'a'));
    expect(some).toBeGreaterThanOrEqual(shown);
    expect(some).toBeLessThan(shown + 10);
    expect(await read(() => values.byKey(project))).toBeLessThan(shown + 70);
    expect(await read(() => values.available(project))).toBeLessThan(170);
  });
});

describe('values that begin with the same hundred characters', () => {
  it('are in the order of their characters', async () => {
    const project = randomUUID();
    const same = 'x'.repeat(100);
    const values = ['b', 'a', 'd', 'c'].map((end) => same + end);
    await database.manager.query(LONG, [project, values]);
    await database.manager.query(KEYS);
    const read = new MetadataValuesRepository(database);
    expect(await read.of(project, 'a')).toEqual([...values].sort());
    expect(JSON.parse((await read.available(project)).text)).toMatchObject([
      { values: [...values].sort().map((value) => ({ value })) },
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, inProject } from '@pks/platform';
import { openTestDatabase, rowsRead } from '@pks/testing';
import { knowledgeSchema } from '../knowledge.database.ts';
import { FindableSourcesRepository } from './findable-sources.repository.ts';
import { SourcesRepository } from './sources.repository.ts';

/** Published artifacts of some projects, with two versions each. */
const ARTIFACTS = `
  WITH made AS (
    INSERT INTO artifacts (project_id, id, slug, title, semantic_type, technical_type, in_scope, display_order, "group",
        definition_short, definition_long, format_description, capture_discipline, head_version_number, head_updated_at,
        version_count, published_version_number, created_at, updated_at)
    SELECT p.id, uuidv7(), 'artifact-' || n, 'Artifact ' || n, 'custom', 'markdown', true, n, '', '', '', '', '', 2, now(),
           2, 1, now(), now()
      FROM unnest($1::uuid[]) p (id), generate_series(1, $2::integer) n
    RETURNING project_id, id),
  changes AS (
    INSERT INTO changelog_entries (project_id, id, artifact_id, description, created_at)
    SELECT project_id, uuidv7(), id, 'Changed.', now() FROM made, generate_series(1, 2)
    RETURNING project_id, id, artifact_id)
  INSERT INTO artifact_versions (project_id, artifact_id, version_number, id, short_name, change_summary, edit_source,
      payload, changelog_entry_id, created_at)
  SELECT project_id, artifact_id, row_number() OVER (PARTITION BY artifact_id ORDER BY id), uuidv7(), '', '', 'ui', '"What is known."',
         id, now()
    FROM changes`;

const MANY = 2_000;

let database: Database;
let close: () => Promise<void>;
let project: string;
let ids: string[];
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(knowledgeSchema));
  project = randomUUID();
  await database.manager.query(ARTIFACTS, [Array.from({ length: 200 }, () => randomUUID()), 2]);
  await database.manager.query(ARTIFACTS, [[project], MANY]);
  await database.manager.query('ANALYZE artifacts, artifact_versions');
  const some = 'SELECT id FROM artifacts WHERE project_id = $1 AND display_order % 200 = 0';
  ids = (await database.manager.query<{ id: string }[]>(some, [project])).map(({ id }) => id);
});
afterAll(() => close());

/** The rows of artifacts and their versions that a plan for any project reads. */
const read = (work: () => Promise<unknown>): Promise<number> =>
  inProject(project, () =>
    rowsRead(database, ['artifacts', 'artifact_versions'], async () => {
      await database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
      await work();
    }),
  );

describe('in a project with many artifacts, where most have two', () => {
  it('those that may be found are looked up', async () => {
    const findable = new FindableSourcesRepository(database);
    const request = { project_id: project, artifacts: [...ids, ...ids], documents: [], metadata_values: [] };
    const found = await findable.findable(request);
    expect(found.map(({ id }) => id)).toEqual([...ids].sort());
    expect(await read(() => findable.findable(request))).toBeLessThanOrEqual(ids.length);
  });

  it('those that are to be indexed are looked up, and their published versions', async () => {
    const sources = new SourcesRepository(database);
    const request = [{ project_id: project, artifacts: ids, documents: [] }];
    expect(await sources.states(request)).toHaveLength(ids.length);
    expect(await sources.published(request)).toHaveLength(ids.length);
    expect(await read(() => sources.states(request))).toBeLessThanOrEqual(ids.length);
    expect(await read(() => sources.published(request))).toBeLessThanOrEqual(2 * ids.length);
  });

  it('those that a text is compared with are the first in the catalog, with their published versions alone', async () => {
    const findable = new FindableSourcesRepository(database);
    const compared = await findable.compared(project);
    expect(compared).toHaveLength(200);
    expect(compared[0]).toMatchObject({
      slug: 'artifact-1',
      body: expect.stringContaining('What is known.'),
    });
    expect(await read(() => findable.compared(project))).toBeLessThanOrEqual(2 * compared.length);
  });
});

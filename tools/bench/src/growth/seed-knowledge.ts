import type pg from 'pg';
import { type GrowthSize, batchesOf, sharesOf } from './growth-size.ts';

const ARTIFACTS_AT_A_TIME = 20_000;

const CATALOGS = `
  INSERT INTO knowledge.artifact_catalogs (project_id, next_display_order)
  SELECT unnest($1::uuid[]), $2::integer + 1`;

/**
 * The counts for the rows that the statements below insert: every tenth artifact is out of scope, and each
 * has two changes.
 */
const COUNTS = `
  INSERT INTO knowledge.catalog_counts (project_id, part, in_scope, out_of_scope, changes)
  SELECT unnest($1::uuid[]), 0, $2::integer - $2 / 10, $2 / 10, 2 * $2`;

const ARTIFACTS = `
  INSERT INTO knowledge.artifacts (project_id, id, slug, title, semantic_type, technical_type, in_scope, display_order,
      "group", definition_short, definition_long, format_description, capture_discipline, head_version_number,
      head_updated_at, version_count, published_version_number, created_at, updated_at)
  SELECT p.id, uuidv7(), 'artifact-' || n, 'Artifact number ' || n, 'custom', 'markdown', n % 10 <> 0, n, '',
         'What the project knows of subject ' || n || '.', '', '', '', 2, at, 2, 1, at, at
    FROM unnest($1::uuid[]) p (id), generate_series($2::integer, $3::integer) n
   CROSS JOIN LATERAL (SELECT now() - interval '1 day' - interval '10 seconds' * ($4::integer - n) AS at) made
  RETURNING project_id, id, title, created_at`;

/** Each artifact has two versions, of which the first is published, and a changelog entry for each. */
const WITH_VERSIONS = `
  WITH made AS (${ARTIFACTS}),
  entries AS (
    INSERT INTO knowledge.changelog_entries (project_id, id, artifact_id, description, created_at)
    SELECT project_id, uuidv7(), id,
           CASE n WHEN 1 THEN 'Created' ELSE 'Appended a version to' END || ' "' || title || '".',
           created_at + interval '1 second' * n
      FROM made, generate_series(1, 2) n
    RETURNING project_id, id, artifact_id, created_at),
  versions AS (
    INSERT INTO knowledge.artifact_versions (project_id, artifact_id, version_number, id, short_name, change_summary,
        edit_source, payload, changelog_entry_id, created_at)
    SELECT project_id, artifact_id, row_number() OVER (PARTITION BY artifact_id ORDER BY created_at), uuidv7(), 'Draft',
           'Seeded.', 'ui', '"What is known of it, in a sentence of some length."', id, created_at
      FROM entries)
  INSERT INTO knowledge.publications (project_id, id, artifact_id, from_version_number, to_version_number, created_at)
  SELECT project_id, uuidv7(), id, NULL, 1, created_at FROM made`;

/** Creates the artifacts of the projects. */
export async function seedArtifacts(
  client: pg.Client,
  size: GrowthSize,
  projectIds: readonly string[],
): Promise<void> {
  for (const share of sharesOf(size.artifacts, projectIds)) {
    await client.query(CATALOGS, [share.projectIds, share.each]);
    await client.query(COUNTS, [share.projectIds, share.each]);
    for (const batch of batchesOf(share, ARTIFACTS_AT_A_TIME)) {
      await client.query(WITH_VERSIONS, [batch.projectIds, batch.from, batch.to, share.each]);
    }
  }
}

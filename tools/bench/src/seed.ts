import { setTimeout as sleep } from 'node:timers/promises';
import { foundOrganization } from '@pks/stack';
import pg from 'pg';

/** The amount of seeded data. */
export interface SeedSize {
  readonly projects: number;
  readonly artifactsEach: number;
}

/** The seeded data that the requests of the load need. */
export interface Seeded {
  /** A user token of an admin of every project. */
  readonly token: string;
  readonly projectIds: readonly string[];
  readonly slugs: readonly string[];
}

const PROJECTS = `
  INSERT INTO identity.projects (id, organization_id, name, artifact_publish_mode, created_at, updated_at)
  SELECT gen_random_uuid(), o.id, 'Project ' || n, 'manual_publish', now(), now()
    FROM generate_series(1, $1::integer) n, (SELECT id FROM identity.organizations LIMIT 1) o`;

const MEMBERS = `
  INSERT INTO identity.project_users (project_id, id, user_id, permissions, profile, created_at)
  SELECT p.id, gen_random_uuid(), u.id, '{CAN_VIEW_DATA,CAN_PERFORM_ADMIN_ACTIONS}', 'tech', now()
    FROM identity.projects p, (SELECT id FROM identity.users LIMIT 1) u`;

const CATALOGS = `
  INSERT INTO knowledge.artifact_catalogs (project_id, next_display_order)
  SELECT id, $1::integer + 1 FROM identity.projects`;

const ARTIFACTS = `
  INSERT INTO knowledge.artifacts (project_id, id, slug, title, semantic_type, technical_type, in_scope, display_order,
      "group", definition_short, definition_long, format_description, capture_discipline, head_version_number,
      head_updated_at, version_count, published_version_number, created_at, updated_at)
  SELECT p.id, gen_random_uuid(), 'artifact-' || n, 'Artifact number ' || n, 'custom', 'markdown', n % 10 <> 0, n,
      CASE n % 3 WHEN 0 THEN 'Project Management' ELSE '' END,
      'What the project knows of subject ' || n || ', kept by those who work on it and read by every agent.',
      '', '', '', 2, now(), 2, 1, now(), now()
    FROM identity.projects p, generate_series(1, $1::integer) n`;

const CHANGELOG = `
  INSERT INTO knowledge.changelog_entries (project_id, id, artifact_id, description, created_at)
  SELECT project_id, id, id, 'Created "' || title || '".', now() FROM knowledge.artifacts`;

const VERSIONS = `
  INSERT INTO knowledge.artifact_versions (project_id, artifact_id, version_number, id, short_name, change_summary,
      edit_source, payload, changelog_entry_id, created_at)
  SELECT a.project_id, a.id, n, gen_random_uuid(), 'Draft ' || n, 'Seeded.', 'ui',
      to_json(repeat('What is known of it, in a sentence of some length. ', 40)), a.id, now()
    FROM knowledge.artifacts a, generate_series(1, 2) n`;

const IS_FILLED = 'SELECT is_filled AS "isFilled" FROM search.search_generations';

/** Fills the database with projects and artifacts of two versions each, the first one published. */
export async function seed(databaseUrl: string, size: SeedSize): Promise<Seeded> {
  const token = await foundOrganization({ databaseUrl }, 'Bench');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await untilFilled(client);
    await client.query(PROJECTS, [size.projects]);
    await client.query(MEMBERS);
    await client.query(CATALOGS, [size.artifactsEach]);
    await client.query(ARTIFACTS, [size.artifactsEach]);
    await client.query(CHANGELOG);
    await client.query(VERSIONS);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM identity.projects');
    const slugs = Array.from({ length: size.artifactsEach }, (_, index) => `artifact-${index + 1}`);
    return { token, projectIds: rows.map((row) => row.id), slugs };
  } finally {
    await client.end();
  }
}

/** Waits until a new search index has looked for everything that exists: later, it would index the seeded data during the load. */
export async function untilFilled(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await client.query<{ isFilled: boolean }>(IS_FILLED);
    if (rows.length > 0 && rows.every(({ isFilled }) => isFilled)) return;
    await sleep(100);
  }
  throw new Error('The search index is not filled.');
}

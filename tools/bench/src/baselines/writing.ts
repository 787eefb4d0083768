import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The statements of the knowledge service for an append and a publish, kept the same as the service's by hand. */
const LOCK = `
  SELECT project_id, id, slug, title, semantic_type, technical_type, in_scope, display_order, "group", definition_short,
         definition_long, format_description, capture_discipline, head_version_number, head_updated_at, version_count,
         published_version_number, created_at, updated_at
    FROM knowledge.artifacts WHERE project_id = $1 AND slug = $2 LIMIT 1 FOR UPDATE`;
const ADD_ENTRY = `
  INSERT INTO knowledge.changelog_entries (project_id, id, artifact_id, description, user_id, user_email, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const COLUMNS = `
  v.id, v.version_number, v.short_name, v.change_summary, v.edit_source, v.coach_conversation_id, v.created_at, v.created_by_id,
  v.created_by_email, v.conversation, v.payload`;
const ADD_VERSION = `
  INSERT INTO knowledge.artifact_versions AS v (project_id, artifact_id, version_number, id, short_name, change_summary,
      edit_source, payload, changelog_entry_id, created_by_id, created_by_email, created_at)
  VALUES ($1, $2, $3, $4, $5, '', 'api', $6, $7, $8, $9, $10)
  RETURNING ${COLUMNS}`;
const STORE_HEAD = `
  UPDATE knowledge.artifacts SET head_version_number = $3, head_updated_at = $4, version_count = version_count + 1, updated_at = $4
   WHERE project_id = $1 AND id = $2`;
const ADD_PUBLICATION = `
  INSERT INTO knowledge.publications (project_id, id, artifact_id, from_version_number, to_version_number, published_by_id,
      published_by_email, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
/** Into a table of its own, which no service relays. */
const ADD_EVENT = `
  INSERT INTO bench_outbox (id, subject, payload, request_id) VALUES ($1, 'knowledge.event.version-published', $2, 'bench')`;
const STORE_POINTER = `
  UPDATE knowledge.artifacts SET published_version_number = $3, updated_at = $4 WHERE project_id = $1 AND id = $2`;
const VIEW = `
  SELECT ${COLUMNS}
    FROM knowledge.artifacts a
    JOIN knowledge.artifact_versions v ON v.project_id = a.project_id AND v.artifact_id = a.id
   WHERE a.project_id = $1 AND a.slug = $2 AND v.version_number = $3`;

export const CREATE_OUTBOX = 'CREATE TABLE IF NOT EXISTS bench_outbox (LIKE knowledge.outbox INCLUDING ALL)';

const USER = ['00000000-0000-7000-8000-000000000001', 'bench@bench.test'] as const;

interface Locked {
  readonly id: string;
  readonly title: string;
  readonly head_version_number: number;
  readonly published_version_number: number | null;
}

/** Appends a version, in one transaction. Returns it as JSON. */
export function append(pool: pg.Pool, project: string, slug: string, body: string): Promise<string> {
  const { payload, short_name } = JSON.parse(body) as { payload: unknown; short_name: string };
  return inTransaction(pool, async (client) => {
    const artifact = await lock(client, project, slug);
    const [entry, now, number] = [randomUUID(), new Date(), artifact.head_version_number + 1];
    const description = `Appended version ${number} to "${artifact.title}".`;
    await client.query(ADD_ENTRY, [project, entry, artifact.id, description, ...USER, now]);
    const content = [short_name, JSON.stringify(payload), entry];
    const values = [project, artifact.id, number, randomUUID(), ...content, ...USER, now];
    const { rows } = await client.query<object>(ADD_VERSION, values);
    await client.query(STORE_HEAD, [project, artifact.id, number, now]);
    return JSON.stringify(rows[0]);
  });
}

/** Publishes a version, in one transaction, with its event. Returns it as JSON. */
export function publish(pool: pg.Pool, project: string, slug: string, number: number): Promise<string> {
  return inTransaction(pool, async (client) => {
    const artifact = await lock(client, project, slug);
    const { id, title, published_version_number: from } = artifact;
    if (from === number) return view(client, project, slug, number);
    const now = new Date();
    await client.query(ADD_PUBLICATION, [project, randomUUID(), id, from, number, ...USER, now]);
    const published = { project_id: project, artifact_id: id, slug, title, version_number: number };
    await client.query(ADD_EVENT, [randomUUID(), published]);
    await client.query(STORE_POINTER, [project, id, number, now]);
    const description = `Published version ${number} of "${title}".`;
    await client.query(ADD_ENTRY, [project, randomUUID(), id, description, ...USER, now]);
    return view(client, project, slug, number);
  });
}

async function lock(client: pg.PoolClient, project: string, slug: string): Promise<Locked> {
  const { rows } = await client.query<Locked>(LOCK, [project, slug]);
  const [artifact] = rows;
  if (!artifact) throw new Error(`There is no artifact ${slug}.`);
  return artifact;
}

async function view(client: pg.PoolClient, project: string, slug: string, number: number): Promise<string> {
  const { rows } = await client.query<object>(VIEW, [project, slug, number]);
  return JSON.stringify(rows[0]);
}

async function inTransaction(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<string>,
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

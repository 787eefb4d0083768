import { connect } from '@lancedb/lancedb';
import pg from 'pg';
import type { Answer } from './client.ts';
import type { Ledger, StoredDocument, Version } from './load.ts';
import type { World } from './world.ts';

/** Content that search fails to return, and content of the index that has no source. */
export async function searchFindings(world: World, ledger: Ledger): Promise<string[]> {
  return [
    ...(await documentsFound(world, ledger)),
    ...(await versionsFound(world, ledger)),
    ...(await passagesLeft(world)),
  ];
}

/** Each document is found by its unique word; deleted ones are not. */
async function documentsFound(world: World, { documents, deletedDocuments }: Ledger): Promise<string[]> {
  const findings: string[] = [];
  const look = async ({ id, word }: StoredDocument, expected: number): Promise<void> => {
    const found = (await find(world, word)).filter((passage) => passage['id'] === id);
    if (found.length !== expected)
      findings.push(`Document ${id} is found ${found.length} times by its word.`);
  };
  for (const document of documents) await look(document, 1);
  for (const document of deletedDocuments) await look(document, 0);
  return findings;
}

/** Search returns the last published version of each artifact. */
async function versionsFound(world: World, { versions }: Ledger): Promise<string[]> {
  const last = new Map<string, Version>();
  for (const version of versions) {
    if (version.number > (last.get(version.slug)?.number ?? 0)) last.set(version.slug, version);
  }
  const findings: string[] = [];
  for (const { artifactId, slug, number, payload } of last.values()) {
    const found = (await find(world, payload)).filter(({ id }) => id === artifactId);
    const [passage, ...others] = found;
    if (passage?.['text'] !== payload || passage['version_number'] !== number || others.length > 0)
      findings.push(`Version ${number} of ${slug} is published, and not what is found of it.`);
  }
  return findings;
}

async function find({ admin, projectId }: World, query: string): Promise<readonly Answer[]> {
  const answer: unknown = await admin.client.post(`/projects/${projectId}/search/`, { query, top_k: 20 });
  return answer as readonly Answer[];
}

/**
 * Obsolete passages are deleted about a minute after they were written: here, as soon as nothing is being indexed any more. A job taken
 * over from a killed process may write again meanwhile, and the passages of a minute are deleted once: so the job of a later minute waits.
 */
async function passagesLeft({ databaseUrl, searchFolder }: World): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const tidying = `name = 'tidy-passages' AND state IN ('created', 'retry') AND start_after <= now() + interval '90 seconds'`;
    const indexing = `name = 'index-source' AND state IN ('created', 'retry', 'active')`;
    const isIndexed = `NOT EXISTS (SELECT FROM search_jobs.job WHERE ${indexing})`;
    await client.query(`UPDATE search_jobs.job SET start_after = now() WHERE ${tidying} AND ${isIndexed}`);
    const { rows } = await client.query<{ indexing: string }>(
      `SELECT project_id || '-g' || generation || ' ' || indexing_id AS indexing FROM search.indexed_sources`,
    );
    const counting = new Set(rows.map(({ indexing }) => indexing));
    const left = (await indexingsIn(searchFolder)).filter((indexing) => !counting.has(indexing));
    return left.map((indexing) => `The search index still has ${indexing}, which has no source.`);
  } finally {
    await client.end();
  }
}

/** Each indexing attempt with passages, prefixed by the name of its table. */
async function indexingsIn(folder: string): Promise<string[]> {
  const connection = await connect(folder);
  const found = new Set<string>();
  for (const name of await connection.tableNames()) {
    const table = await connection.openTable(name);
    const rows = (await table.query().select(['indexing_id']).toArray()) as { indexing_id: string }[];
    for (const { indexing_id } of rows) found.add(`${name} ${indexing_id}`);
  }
  connection.close();
  return [...found];
}

import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import { type Answer, everything } from './client.ts';
import type { Ledger, StoredDocument } from './load.ts';
import type { World } from './world.ts';

/** The folder of files that are being written; the store deletes them when it restarts. */
const UNFINISHED = '.unfinished';

/** Broken promises about documents: their rows, their files, and whether search returns them. */
export async function documentFindings(world: World, ledger: Ledger): Promise<string[]> {
  return [
    ...(await listFindings(world, ledger)),
    ...(await readingFindings(world)),
    ...(await contentFindings(world, ledger)),
    ...(await labelFindings(world, ledger)),
    ...(await orphanFindings(world)),
  ];
}

async function listFindings({ admin, projectId }: World, ledger: Ledger): Promise<string[]> {
  const listed = await everything(admin.client, `/projects/${projectId}/documents/`);
  const ids = new Set(listed.map(({ id }) => String(id)));
  return [
    ...ledger.documents.filter(({ id }) => !ids.has(id)).map(({ id }) => `Document ${id} is not listed.`),
    ...ledger.deletedDocuments.filter(({ id }) => ids.has(id)).map(({ id }) => `Document ${id} is back.`),
    ...(ids.size === listed.length ? [] : ['A document is listed twice.']),
    ...(listed.length === ledger.documents.length
      ? []
      : [`${listed.length} documents are listed, and ${ledger.documents.length} were acknowledged.`]),
  ];
}

/** The reasons why documents were not read. */
async function readingFindings({ admin, projectId }: World): Promise<string[]> {
  const path = `/projects/${projectId}/documents/indexing-status/`;
  const readings: unknown = await admin.client.get(path);
  return (readings as readonly Answer[])
    .filter(({ status }) => status === 'failed')
    .map(({ id, error }) => `Document ${String(id)} was not read: ${String(error)}`);
}

async function contentFindings({ admin, projectId }: World, { documents }: Ledger): Promise<string[]> {
  const findings: string[] = [];
  for (const { id, content } of documents) {
    const text = await admin.client.text(`/projects/${projectId}/documents/${id}/content/`).catch(() => '');
    if (text !== content) findings.push(`The file of document ${id} is not what was uploaded.`);
  }
  return findings;
}

/** Each document is found by its label; deleted ones are not. */
async function labelFindings(world: World, { documents, deletedDocuments }: Ledger): Promise<string[]> {
  const findings: string[] = [];
  const look = async ({ id, word }: StoredDocument, expected: number): Promise<void> => {
    const { length } = await labelled(world, word);
    if (length !== expected) findings.push(`Document ${id} is found ${length} times by its label.`);
  };
  for (const document of documents) await look(document, 1);
  for (const document of deletedDocuments) await look(document, 0);
  return findings;
}

async function labelled({ admin, projectId }: World, word: string): Promise<readonly Answer[]> {
  const path = `/projects/${projectId}/documents/filter-by-metadata/`;
  const { results } = await admin.client.post(path, { metadata_values: [word.toUpperCase()] });
  return results as readonly Answer[];
}

/** Every file has its row, every row its file, and no deletion is left unfinished. */
async function orphanFindings({ databaseUrl, blobFolder }: World): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const documents = await keysIn(client, 'documents');
    const rooms = await keysIn(client, 'document_rooms');
    const files = await filesIn(blobFolder);
    const leaving = await client.query(`SELECT id FROM knowledge.documents WHERE status <> 'active'`);
    return [
      ...[...files]
        .filter((key) => !documents.has(key) && !rooms.has(key))
        .map((key) => `${key} has no document.`),
      ...[...documents].filter((key) => !files.has(key)).map((key) => `${key} has no file.`),
      ...(leaving.rowCount === 0 ? [] : [`${leaving.rowCount} documents are still being deleted.`]),
    ];
  } finally {
    await client.end();
  }
}

async function keysIn(client: pg.Client, table: 'documents' | 'document_rooms'): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT project_id || '/' || id AS key FROM knowledge.${table}`,
  );
  return new Set(rows.map(({ key }) => key));
}

async function filesIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const keys = files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  );
  return new Set(keys.filter((key) => !key.startsWith(UNFINISHED)));
}

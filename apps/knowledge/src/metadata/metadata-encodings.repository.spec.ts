import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pair } from '@pks/contracts';
import type { Database } from '@pks/platform';
import { aCaller, openTestDatabase } from '@pks/testing';
import { DocumentCatalogsRepository } from '../documents/document-catalogs.repository.ts';
import { DocumentViews } from '../documents/document-views.ts';
import { Document } from '../documents/document.entity.ts';
import { DocumentsRepository } from '../documents/documents.repository.ts';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { knowledgeSchema } from '../knowledge.database.ts';
import { MetadataIndex } from '../metadata-index/metadata-index.ts';
import { FindableSourcesRepository } from '../search-sources/findable-sources.repository.ts';
import { MetadataFilterRepository } from './metadata-filter.repository.ts';
import { MetadataValuesRepository } from './metadata-values.repository.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const FORMS = ['NFC', 'NFD'];
const [KEY, VALUE] = ['Größe', 'ガイド é'];

let database: Database;
let documents: DocumentsRepository;
let filter: MetadataFilterRepository;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(knowledgeSchema));
  const views = new DocumentViews(new KnowledgeConfig());
  const catalogs = new DocumentCatalogsRepository(database);
  documents = new DocumentsRepository(database, catalogs, new MetadataIndex(database), views);
  filter = new MetadataFilterRepository(database, views);
});
afterAll(() => close());

/** Stores a document for each list of pairs, as they are; returns the project and the ids, the newest first. */
async function store(...labels: readonly (readonly Pair[])[]): Promise<readonly [string, string[]]> {
  const projectId = randomUUID();
  const types = labels.map(() => 'text/plain');
  const stored = await database.transaction(async () => {
    const { first, at } = await documents.places(projectId, types, NOW);
    const all = labels.map((metadata, index) =>
      Document.of({
        projectId,
        file: {
          document_id: randomUUID(),
          name: 'a',
          content_type: 'text/plain',
          file_size: 1,
          digest: '0'.repeat(64),
          metadata: [],
        },
        number: first + index,
        format: null,
        metadata,
        indexingStatus: 'active',
        uploader: aCaller(),
        now: at,
      }),
    );
    await documents.insert(projectId, all);
    return all;
  });
  return [projectId, stored.map(({ id }) => id).toReversed()];
}

const encoded = (key: string, value: string, form: string): Pair => [
  key.normalize(form),
  value.normalize(form),
];

describe('metadata that was stored in another encoding', () => {
  it.each(FORMS)('is found by its value in %s, in any case', async (form) => {
    const [project, ids] = await store(...FORMS.map((one) => [encoded(KEY, VALUE, one)]), [[KEY, 'other']]);
    const values = [VALUE.toUpperCase().normalize(form)];
    expect(await filter.ids(project, values, 10)).toEqual(ids.slice(1));
    const found = await filter.filter({ project_id: project, metadata_values: values, limit: 10, offset: 0 });
    expect(found).toMatchObject({ count: 2 });
  });

  it.each(FORMS)('lets a search find its document by its value in %s, in any case', async (form) => {
    const [project_id, ids] = await store(...FORMS.map((one) => [encoded(KEY, VALUE, one)]), [
      [KEY, 'other'],
    ]);
    const metadata_values = ['x', VALUE.toUpperCase().normalize(form)];
    const hits = { project_id, documents: ids, artifacts: [], metadata_values };
    const found = await new FindableSourcesRepository(database).findable(hits);
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted());
  });

  it.each(FORMS)('is found by its pairs in %s', async (form) => {
    const [project, ids] = await store(
      ...FORMS.map((one): readonly Pair[] => [encoded(KEY, VALUE, one), encoded('k', 'é', one)]),
      [encoded(KEY, VALUE, 'NFD'), ['k', 'e']],
      [encoded(KEY, 'é', 'NFD'), encoded('k', VALUE, 'NFD')],
    );
    const pairs = [encoded(KEY, VALUE, form), encoded('k', 'é', form)].map(([key, value]) => ({
      key,
      value,
    }));
    const found = await filter.match({ project_id: project, pairs, limit: 10 });
    expect(JSON.parse(found.text)).toMatchObject(ids.slice(2).map((id) => ({ id })));
  });

  it.each(FORMS)('is listed by its key in %s, each value once', async (form) => {
    const [project] = await store(
      [[KEY.normalize('NFC'), 'a']],
      [
        [KEY.normalize('NFD'), 'a'],
        [KEY.normalize('NFD'), 'b'],
      ],
      [[KEY.normalize('NFD'), 'b']],
      [[KEY.normalize('NFD'), 'b']],
    );
    const values = new MetadataValuesRepository(database);
    expect(await values.of(project, KEY.normalize(form))).toEqual(['b', 'a']);
  });
});

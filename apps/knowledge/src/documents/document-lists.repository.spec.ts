import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentItem } from '@pks/contracts';
import { type Database } from '@pks/platform';
import { aCaller, openTestDatabase } from '@pks/testing';
import fc from 'fast-check';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { knowledgeSchema } from '../knowledge.database.ts';
import { MetadataIndex } from '../metadata-index/metadata-index.ts';
import { DocumentCatalogsRepository } from './document-catalogs.repository.ts';
import { DocumentListsRepository } from './document-lists.repository.ts';
import { DEEP, newestSearchListing, searchListing } from './document-listings.ts';
import { DocumentViews } from './document-views.ts';
import { Document } from './document.entity.ts';
import { DocumentsRepository } from './documents.repository.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const TYPES = ['application/pdf', 'application/pdf', 'text/markdown'] as const;

let database: Database;
let documents: DocumentsRepository;
let lists: DocumentListsRepository;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(knowledgeSchema));
  const views = new DocumentViews(new KnowledgeConfig());
  const catalogs = new DocumentCatalogsRepository(database);
  documents = new DocumentsRepository(database, catalogs, new MetadataIndex(database), views);
  lists = new DocumentListsRepository(database, views);
});
afterAll(() => close());

/** Stores documents with these names, the types in turn. */
function store(projectId: string, names: readonly string[]): Promise<Document[]> {
  return database.transaction(async () => {
    const typeOf = (index: number): string => TYPES[index % TYPES.length] ?? '';
    const types = names.map((_, index) => typeOf(index));
    const { first, at } = await documents.places(projectId, types, NOW);
    const stored = names.map((name, index) =>
      Document.of({
        projectId,
        file: {
          document_id: randomUUID(),
          name,
          content_type: typeOf(index),
          file_size: 1,
          digest: '0'.repeat(64),
          metadata: [],
        },
        number: first + index,
        format: null,
        metadata: [],
        indexingStatus: 'active',
        uploader: aCaller(),
        now: at,
      }),
    );
    await documents.insert(projectId, stored);
    return stored;
  });
}

async function remove(projectId: string, gone: readonly Document[]): Promise<void> {
  const ids = gone.map(({ id }) => id);
  await database.transaction(async () => {
    await documents.leave(projectId, await documents.lockToDelete(projectId, ids), NOW);
  });
  for (const id of ids.slice(0, 50)) await documents.remove(projectId, id);
}

describe('a page far down the list', () => {
  it('is that part of the list, at every offset, with the total, whatever was deleted', async () => {
    const projectId = randomUUID();
    const stored: Document[] = [];
    for (const batch of [1_000, 1_000, 900]) {
      stored.push(
        ...(await store(
          projectId,
          Array.from({ length: batch }, (_, n) => `Report ${n}`),
        )),
      );
    }
    await store(randomUUID(), ['of another project']);
    const isGone = ({ number }: Document): boolean => number % 29 === 3 || (number > 300 && number < 420);
    await remove(projectId, stored.filter(isGone));
    const left = stored.filter((document) => !isGone(document)).reverse();

    const page = async (content_type: string, limit: number, offset: number) => {
      const { count, bytes } = await lists.list({
        project_id: projectId,
        search: '',
        content_type,
        limit,
        offset,
      });
      const results = JSON.parse(Buffer.from(bytes).toString()) as readonly DocumentItem[];
      return { count, ids: results.map(({ id }) => id) };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'application/pdf', 'text/markdown', 'image/png'),
        fc.constantFrom(1, 20, 1_000),
        fc.oneof(fc.integer({ min: DEEP - 2, max: 2_900 }), fc.constantFrom(DEEP - 1, DEEP, 100_000)),
        async (type, limit, offset) => {
          const listed = left.filter(({ contentType }) => type === '' || contentType === type);
          const ids = listed.slice(offset, offset + limit).map(({ id }) => id);
          expect(await page(type, limit, offset)).toEqual({ count: listed.length, ids });
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe('a search', () => {
  const NAMES = [
    'Plan',
    'PLAN',
    'plans',
    'Übersicht',
    'übersicht',
    'ÜBERSICHT',
    'Straße',
    'ΣΟΦΟΣ',
    'σοφος',
    'İstanbul',
    '100%',
    'a_b',
    'k\\S',
    '',
  ];

  it('finds the same, whether it keeps what it finds or walks over the newest', async () => {
    const projectId = randomUUID();
    const names = Array.from({ length: 300 }, (_, n) => `${NAMES[n % NAMES.length]} ${n}`);
    await store(projectId, names);
    const indexed = [0, 1, 21, 22, 300].map((most) => ({
      ...{ most, compared: names.length },
      statement: searchListing(`documents_search_${most}`, most),
    }));
    const newest = [1, 100, 299, 300].map((compared) => ({
      ...{ most: 300, compared },
      statement: newestSearchListing(`documents_newest_${compared}`, { most: 300, compared }),
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '%plan%',
          '%PLAN%',
          '%ÜB%',
          '%üb%',
          '%ß%',
          '%σ%',
          '%Σ%',
          '%ΦΟΣ%',
          '%φος%',
          '%i%',
          '%%',
          '%\\%%',
          '%\\_%',
          '%qx%',
          '%1%',
        ),
        fc.constantFrom('', 'text/markdown'),
        fc.constantFrom(1, 20, 1_000),
        fc.integer({ min: 0, max: 310 }),
        async (pattern, type, limit, offset) => {
          for (const { statement, most, compared } of [...indexed, ...newest]) {
            const expected: { number: number }[] = await database.manager.query(
              `SELECT number FROM (SELECT * FROM documents WHERE project_id = $1 ORDER BY number DESC LIMIT $4) d
                WHERE translate(lower(name), 'ς', 'σ') LIKE translate(lower($2), 'ς', 'σ') AND ($3 = '' OR content_type = $3) ORDER BY number DESC`,
              [projectId, pattern, type, compared],
            );
            const numbers = expected.slice(offset, offset + limit).map(({ number }) => number);
            const wanted = { project: projectId, type, pattern, limit, offset };
            const rows = await database.rows(statement, wanted);
            expect(rows[0]).toMatchObject({
              total: Math.min(expected.length, most),
              is_minimum: expected.length > most || compared < names.length,
            });
            expect(rows.flatMap((row) => (row.id === null ? [] : [row.number]))).toEqual(numbers);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

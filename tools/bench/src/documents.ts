import pg from 'pg';
import { type TimedRequest, measureInTurn } from './timed-requests.ts';
import type { Seeded } from './seed.ts';
import type { Timing } from './timing.ts';

const COUNT = 300_000;
/** The numbers in one row of the metadata index, and the documents inserted per statement. */
const CHUNK = 16_384;

/**
 * The metadata: two frequent values, 300 moderately frequent ones, a rare one every 30,000 documents, and a unique
 * one per document.
 */
const DOCUMENTS = `
  INSERT INTO knowledge.documents
    (project_id, id, number, name, content_type, file_size, digest, page_count, metadata, indexing_status,
     uploaded_by_id, uploaded_by_email, created_at, updated_at)
  SELECT $1, gen_random_uuid(), n, 'Report ' || n || ' on subject ' || n % 977 || CASE n % 30000 WHEN 7 THEN ' zweisprachig' ELSE '' END || '.pdf',
         CASE n % 10 WHEN 0 THEN 'text/markdown' ELSE 'application/pdf' END, 100000 + n, md5(n::text) || md5(n::text), 1 + n % 50,
         json_build_array(
           json_build_array('department', CASE n % 3 WHEN 0 THEN 'Sales' WHEN 1 THEN 'Marketing' ELSE 'Legal' END),
           json_build_array('project', 'Project ' || n % 300),
           json_build_array('note', CASE n % 30000 WHEN 7 THEN 'zweisprachig' ELSE 'Reference ' || n END)),
         'active', $1, 'bench@bench.test', at, at
    FROM generate_series($2::integer, least($2 + ${CHUNK} - 1, ${COUNT} - 1)) n
   CROSS JOIN LATERAL (SELECT $3::timestamptz - interval '1 minute' * (${COUNT} - n) AS at) made`;

const BITS = `
  INSERT INTO knowledge.metadata_bits (project_id, folded, chunk, bits)
  SELECT project_id, sha256(convert_to(casefold((pair->>1) COLLATE pg_unicode_fast), 'UTF8')), number / ${CHUNK},
         bit_or(set_bit(0::bit(${CHUNK}), number % ${CHUNK}, 1))
    FROM knowledge.documents, json_array_elements(metadata) pair
   WHERE project_id = $1 AND number BETWEEN $2 AND $2 + ${CHUNK} - 1
   GROUP BY 1, 2, 3`;

const KEPT = [
  `INSERT INTO knowledge.metadata_values (project_id, key, digest, value, count)
   SELECT project_id, pair->>0, sha256(convert_to(pair->>1, 'UTF8')), pair->>1, count(*)
     FROM knowledge.documents, json_array_elements(metadata) pair WHERE project_id = $1
    GROUP BY project_id, pair->>0, pair->>1`,
  `INSERT INTO knowledge.metadata_keys (project_id, key, pair_count, value_count)
   SELECT project_id, key, sum(count), count(*) FROM knowledge.metadata_values WHERE project_id = $1
    GROUP BY project_id, key`,
  `INSERT INTO knowledge.document_type_counts (project_id, content_type, count)
   SELECT project_id, content_type, count(*) FROM knowledge.documents WHERE project_id = $1
    GROUP BY project_id, content_type`,
  `INSERT INTO knowledge.document_catalogs (project_id, next_number, newest_at, count)
   SELECT project_id, count(*), max(created_at), count(*) FROM knowledge.documents WHERE project_id = $1
    GROUP BY project_id`,
];

const TABLES = [
  'documents',
  'document_catalogs',
  'document_type_counts',
  'metadata_bits',
  'metadata_keys',
  'metadata_values',
];

const LISTS = [
  ['first page', ''],
  ['skipping 150,000', 'offset=150000'],
  ['skipping 290,000', 'offset=290000'],
  ['a content type (30,000)', 'content_type=text/markdown'],
  ['a rare word (10)', 'search=zweisprachig'],
  ['a common word (all)', 'search=subject'],
  ['a common word, skipping 9,980', 'search=subject&offset=9980'],
  ['two letters (all)', 'search=on'],
  ['two letters (none)', 'search=qx'],
] as const;

const FREQUENT = 'Sales';
const FILTERS = [
  ['a frequent value (100,000)', [FREQUENT], 0],
  ['a frequent value, skipping 90,000', [FREQUENT], 90_000],
  ['a middling value (1,000)', ['Project 17'], 0],
  ['a rare value (10)', ['zweisprachig'], 0],
  ['a value of one document', ['Reference 4711'], 0],
  ['a value of none', ['nothing'], 0],
  ['two frequent values (200,000)', [FREQUENT, 'Marketing'], 0],
  ['two frequent values, skipping 190,000', [FREQUENT, 'Marketing'], 190_000],
  ['a frequent, a middling, a rare one', [FREQUENT, 'Project 17', 'zweisprachig'], 0],
  ['300 middling values (all)', Array.from({ length: 300 }, (_, n) => `Project ${n}`), 0],
] as const;

/** Creates the documents of the first project, without files. */
export async function seedDocuments(
  databaseUrl: string,
  { projectIds: [projectId = ''] }: Seeded,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const now = new Date();
    for (let made = 0; made < COUNT; made += CHUNK) {
      await client.query(DOCUMENTS, [projectId, made, now]);
      await client.query(BITS, [projectId, made]);
    }
    for (const statement of KEPT) await client.query(statement, [projectId]);
    for (const table of TABLES) await client.query(`VACUUM ANALYZE knowledge.${table}`);
  } finally {
    await client.end();
  }
}

/** Measures the duration of document lists and of metadata filters, and PostgreSQL's part of it. */
export function measureDocuments(
  { baseUrl, databaseUrl }: { readonly baseUrl: string; readonly databaseUrl: string },
  { token, projectIds: [projectId = ''] }: Seeded,
  rounds: number,
): Promise<Timing[]> {
  const documents = `${baseUrl}/projects/${projectId}/documents/`;
  const requests: TimedRequest[] = [
    ...LISTS.map(([name, query]) => ({ name, url: `${documents}?limit=20${query && `&${query}`}` })),
    ...FILTERS.map(([name, metadata_values, offset]) => ({
      name,
      url: `${documents}filter-by-metadata/?limit=20&offset=${offset}`,
      body: { metadata_values },
    })),
    {
      name: 'a frequent value, 1,000 documents',
      url: `${documents}filter-by-metadata/?limit=1000`,
      body: { metadata_values: [FREQUENT] },
    },
    { name: 'available metadata', url: `${documents}available-document-metadata/` },
  ].map((question) => ({ ...question, name: `documents: ${question.name}` }));
  return measureInTurn(requests, { token, rounds, databaseUrl, tables: TABLES });
}

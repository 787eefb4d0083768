import pg from 'pg';

/** A column of the table that every peer serves: the fields of an artifact, with the content of its published version. */
export interface Column {
  readonly name: string;
  readonly type: 'text' | 'long text' | 'uuid' | 'integer' | 'boolean' | 'timestamp';
  readonly isNullable?: true;
  /** The SQL expression of its value in row `n` of project `p`. */
  readonly seeded: string;
}

export const TABLE = 'artifacts';

export const COLUMNS: readonly Column[] = [
  { name: 'project', type: 'uuid', seeded: 'p.id' },
  { name: 'slug', type: 'text', seeded: `'artifact-' || n` },
  { name: 'title', type: 'text', seeded: `'Artifact number ' || n` },
  { name: 'semantic_type', type: 'text', seeded: `'custom'` },
  { name: 'technical_type', type: 'text', seeded: `'markdown'` },
  { name: 'in_scope', type: 'boolean', seeded: 'n % 10 <> 0' },
  { name: 'display_order', type: 'integer', seeded: 'n' },
  { name: 'group', type: 'text', seeded: `CASE n % 3 WHEN 0 THEN 'Project Management' ELSE '' END` },
  {
    name: 'definition_short',
    type: 'long text',
    seeded: `'What the project knows of subject ' || n || ', kept by those who work on it and read by every agent.'`,
  },
  { name: 'definition_long', type: 'long text', seeded: `''` },
  { name: 'format_description', type: 'long text', seeded: `''` },
  { name: 'capture_discipline', type: 'long text', seeded: `''` },
  { name: 'head_version_number', type: 'integer', seeded: '2' },
  { name: 'head_updated_at', type: 'timestamp', isNullable: true, seeded: 'now()' },
  { name: 'version_count', type: 'integer', seeded: '2' },
  { name: 'published_version_number', type: 'integer', isNullable: true, seeded: '1' },
  {
    name: 'payload',
    type: 'long text',
    isNullable: true,
    seeded: `repeat('What is known of it, in a sentence of some length. ', 40)`,
  },
];

const NOT_LISTED = ['project', 'definition_long', 'format_description', 'capture_discipline', 'payload'];

/** The fields of a list, the same as the product's; the key comes first. */
export const LISTED = COLUMNS.map(({ name }) => name).filter((name) => !NOT_LISTED.includes(name));

/** The order of a list, the same as the product's; a minus means descending. */
export const ORDER = ['-in_scope', 'display_order', 'slug', 'id'];

const INDEXES = `
  CREATE UNIQUE INDEX bench_project_slug ON ${TABLE} (project, slug);
  CREATE INDEX bench_catalog_order ON ${TABLE} (project, in_scope DESC, display_order, slug, id)`;

/** The content of a table: each project gets as many rows as in the product. */
export interface Filling {
  readonly databaseUrl: string;
  readonly projectIds: readonly string[];
  readonly artifactsEach: number;
  /** SQL expressions of the columns that the peer adds, by name. */
  readonly added: Readonly<Record<string, string>>;
  /** The column by which single rows are requested. */
  readonly key: string;
}

/** Fills a peer's table, and creates the product's indexes on it. Returns the key of one row of each project. */
export async function fill({
  databaseUrl,
  projectIds,
  artifactsEach,
  added,
  key,
}: Filling): Promise<string[]> {
  const all = [...COLUMNS.map(({ name, seeded }) => [name, seeded] as const), ...Object.entries(added)];
  const names = all.map(([name]) => `"${name}"`).join(', ');
  const values = all.map(([, seeded]) => seeded).join(', ');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO ${TABLE} (${names}) SELECT ${values} FROM unnest($1::uuid[]) p(id), generate_series(1, $2::integer) n`,
      [projectIds, artifactsEach],
    );
    await client.query(INDEXES);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ key: string }>(
      `SELECT DISTINCT ON (project) ${key}::text AS key FROM ${TABLE} ORDER BY project, md5(slug || project::text)`,
    );
    return rows.map((row) => row.key);
  } finally {
    await client.end();
  }
}

/** The values of a new row, except project, slug and title: the product's defaults for a new artifact. */
export const NEW_ROW = {
  semantic_type: 'custom',
  technical_type: 'markdown',
  in_scope: true,
  display_order: 1_000,
  group: 'Measured',
  definition_short: 'What the project knows of it, kept by those who work on it and read by every agent.',
  definition_long: '',
  format_description: '',
  capture_discipline: '',
  head_version_number: 0,
  version_count: 0,
};

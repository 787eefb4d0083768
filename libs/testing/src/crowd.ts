import type pg from 'pg';

/** How many rows a project gets of its present owners, and how many of other owners. */
const ROWS = 10_000;
/** How many rows other projects get. */
const FOREIGN_ROWS = 2_000;
/** How many rows of a project serve as models, at most. */
const MODELS = 50;

/** Properties of tables that their keys do not show, each with the reason. */
export interface Kinds {
  /** Tables of no project that are read together with those of projects. */
  readonly shared?: readonly string[];
  /** Tables of which one owner never has many rows. */
  readonly few?: Readonly<Record<string, string>>;
  /** Tables of which a project never has more rows than a page of a list. */
  readonly bounded?: Readonly<Record<string, string>>;
  /** Tables that are empty while nothing is under way. */
  readonly empty?: Readonly<Record<string, string>>;
  /** Columns, beside the keys, with many values for one owner. */
  readonly distinct?: Readonly<Record<string, readonly string[]>>;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A unique key within a project. */
interface Key {
  readonly columns: readonly Column[];
  /** The rows to which the key applies. */
  readonly condition: string;
}

/** The condition under which a column's value differs from that of the model row; null for never. */
type Difference = (column: Column) => string | null;

/** How values change with the number of the `copy`; values of other types do not. */
const DIFFERENT: Readonly<Record<string, (name: string) => string>> = {
  uuid: (name) => `md5(${name}::text || copy)::uuid`,
  smallint: (name) => `${name} + copy % 30000`,
  integer: (name) => `${name} + copy * 1000`,
  bigint: (name) => `${name} + copy * 1000`,
  text: (name) => `${name} || ' ' || copy`,
  bytea: (name) => `sha256(${name} || copy::text::bytea)`,
};
const IDENTIFYING = ['uuid', 'smallint', 'integer', 'bigint', 'bytea'];
const TIME = 'timestamp with time zone';

/** A table to copy, and its copy. */
interface Copied {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Copies the rows that meet conditions, and adds rows that resemble them: for each condition 10,000 of the same owners (a conversation
 * gets entries), 10,000 of others (there are further conversations with entries), and some of other projects. Each row is older than
 * the one before; rows of others are older than those of the same owners.
 */
export async function crowd(
  client: pg.Client,
  { table, from, to }: Copied,
  conditions: readonly string[],
  { few = {}, bounded = {}, empty = {}, distinct = {} }: Kinds,
): Promise<void> {
  const columns = await columnsOf(client, from);
  const keys = await keysOf(client, from, columns);
  const names = columns.map(({ name }) => name).join(', ');
  const insert = async (rows: string): Promise<number> =>
    (await client.query(`INSERT INTO ${to} (${names}) ${rows} ON CONFLICT DO NOTHING`)).rowCount ?? 0;
  const resemble = (own: string, first: number, count: number, difference: Difference): Promise<number> =>
    insert(
      `SELECT ${columns.map((column) => valueOf(column, difference(column))).join(', ')}
         FROM (SELECT *, count(*) OVER () AS models FROM (${own} LIMIT ${MODELS}) own) model
        CROSS JOIN LATERAL generate_series(${first}, ${first} + ${count} / models) copy`,
    );
  const ofOther = (column: Column): string | null => (isOwner(column, keys) ? 'true' : null);
  const ofOwner = (column: Column): string | null =>
    column.name === 'id' || distinct[table]?.includes(column.name) ? 'true' : whereIdentified(column, keys);
  let models = 0;
  for (const condition of conditions) {
    const own = `SELECT ${names} FROM ${from} WHERE ${condition}`;
    models += await insert(own);
    if (!(table in bounded)) await resemble(own, 1, ROWS, ofOther);
    if (!(table in bounded || table in few)) await resemble(own, ROWS + 1, ROWS, ofOwner);
    await resemble(own, 2 * ROWS + 1, FOREIGN_ROWS, (column) =>
      column.name === 'project_id' ? 'true' : ofOther(column),
    );
  }
  if (models === 0 && !(table in empty))
    throw new Error(
      `${table} has no row to resemble: have useEverything of test/wall.e2e-spec.ts make one (patterns.md, 20).`,
    );
}

function valueOf({ name, type }: Column, condition: string | null): string {
  if (type === TIME) return `${name} - interval '1 minute' * copy`;
  const different = DIFFERENT[type]?.(name);
  if (condition === null || different === undefined) return name;
  return condition === 'true' ? different : `CASE WHEN ${condition} THEN ${different} ELSE ${name} END`;
}

/** Whether the column differs between owners. Text beside an id is one of a few words. */
function isOwner({ name, type }: Column, keys: readonly Key[]): boolean {
  if (name === 'project_id') return false;
  return (
    type === 'uuid' || keys.some(({ columns }) => identifying(columns).some((column) => column.name === name))
  );
}

/** The condition for rows that a column tells apart from others of their owner. */
function whereIdentified({ name }: Column, keys: readonly Key[]): string | null {
  const conditions = keys.flatMap(({ columns, condition }) => {
    return identifying(columns).at(-1)?.name === name ? [condition] : [];
  });
  if (conditions.length === 0) return null;
  return conditions.includes('true') ? 'true' : conditions.map((condition) => `(${condition})`).join(' OR ');
}

/** The columns, beside the project, that make a key unique. */
function identifying(columns: readonly Column[]): readonly Column[] {
  const ids = columns.filter(({ type }) => IDENTIFYING.includes(type));
  return ids.length > 0 ? ids : columns;
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT quote_ident(attname) AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

async function keysOf(client: pg.Client, table: string, columns: readonly Column[]): Promise<Key[]> {
  const { rows } = await client.query<{ parts: string[]; condition: string }>(
    `SELECT array(SELECT pg_get_indexdef(indexrelid, n, true) FROM generate_series(1, indnkeyatts) n) AS parts,
            coalesce(pg_get_expr(indpred, indrelid), 'true') AS condition
       FROM pg_index WHERE indrelid = $1::text::regclass AND indisunique`,
    [table],
  );
  return rows.map(({ parts, condition }) => ({
    condition,
    columns: parts.flatMap((part) =>
      columns.filter(({ name }) => name !== 'project_id' && new RegExp(`\\b${name}\\b`).test(part)),
    ),
  }));
}

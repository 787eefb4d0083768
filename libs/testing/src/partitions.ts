import pg from 'pg';
import type { SentStatement } from './wall.ts';

/** How many partitions each table has. */
const PARTITIONS = 16;

/** The copies are in a schema of their own, which is searched first. */
const SCHEMA = 'partitioned';

const DUPLICATED_KEY = '0A000';

/** A node of a plan, as EXPLAIN describes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The tables of a service's projects once more, empty, and divided by project: what a database does that has outgrown one
 * server. It shows how statements find their rows, whatever the size of the tables is now.
 */
export class Partitions {
  private constructor(
    private readonly client: pg.Client,
    private readonly schema: string,
    /** The tables that cannot be divided by project, because a key of theirs lacks it. */
    readonly undivided: readonly string[],
  ) {}

  /** Copies these tables of a schema, and its views. */
  static async open(url: string, schema: string, tables: readonly string[]): Promise<Partitions> {
    const client = new pg.Client({
      connectionString: url,
      options: `-c search_path=${SCHEMA},${schema},public`,
    });
    await client.connect();
    await client.query(`CREATE SCHEMA ${SCHEMA}`);
    const undivided: string[] = [];
    for (const table of tables) if (!(await divide(client, schema, table))) undivided.push(table);
    await copyViews(client, schema);
    return new Partitions(client, schema, undivided);
  }

  /** The statements that read more than one partition of a table, or a table without an index, and which. */
  async overreaching(sent: readonly SentStatement[]): Promise<string[]> {
    const found: string[] = [];
    for (const statement of sent) {
      const scans = scansOf(await this.plan(statement));
      const problems = [...new Set([...unpruned(scans), ...unindexed(scans)])];
      if (problems.length > 0) found.push(`${problems.join(', ')}: ${statement.text}`);
    }
    return found;
  }

  async close(): Promise<void> {
    await this.client.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
    await this.client.end();
  }

  /** The plan for tables that are too large to be read whole. */
  private async plan({ text, values }: SentStatement): Promise<PlanNode> {
    await this.client.query('BEGIN');
    try {
      await this.client.query(
        'SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_custom_plan',
      );
      const { rows } = await this.client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `EXPLAIN (COSTS off, FORMAT json) ${text.replaceAll(`"${this.schema}".`, '')}`,
        [...values],
      );
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!plan) throw new Error('There is no plan.');
      return plan.Plan;
    } finally {
      await this.client.query('ROLLBACK');
    }
  }
}

/** False for a table that has a key without its project. */
async function divide(client: pg.Client, schema: string, table: string): Promise<boolean> {
  try {
    await client.query(
      `CREATE TABLE ${SCHEMA}.${table} (LIKE ${schema}.${table} INCLUDING ALL) PARTITION BY HASH (project_id)`,
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DUPLICATED_KEY) return false;
    throw error;
  }
  await nameKeys(client, schema, table);
  for (let part = 0; part < PARTITIONS; part += 1) {
    await client.query(
      `CREATE TABLE ${SCHEMA}.${table}_part_${part} PARTITION OF ${SCHEMA}.${table}
         FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`,
    );
  }
  return true;
}

/** PostgreSQL names the keys of a copy anew; statements name them as they are. */
async function nameKeys(client: pg.Client, schema: string, table: string): Promise<void> {
  const { rows } = await client.query<{ given: string; name: string }>(
    `SELECT copy.conname::text AS given, original.conname::text AS name
       FROM pg_constraint copy
       JOIN pg_constraint original ON original.conrelid = $1::text::regclass AND original.contype = copy.contype
        AND pg_get_constraintdef(original.oid) = pg_get_constraintdef(copy.oid)
      WHERE copy.conrelid = $2::text::regclass AND copy.contype IN ('p', 'u') AND copy.conname <> original.conname`,
    [`${schema}.${table}`, `${SCHEMA}.${table}`],
  );
  for (const { given, name } of rows) {
    await client.query(`ALTER TABLE ${SCHEMA}.${table} RENAME CONSTRAINT ${given} TO ${name}`);
  }
}

/** The views of the owner, of the copies. */
async function copyViews(client: pg.Client, schema: string): Promise<void> {
  await client.query(`SET search_path = ${schema}, public`);
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname::text AS name, pg_get_viewdef(c.oid) AS definition
       FROM pg_class c WHERE c.relnamespace = $1::text::regnamespace AND c.relkind = 'v'`,
    [schema],
  );
  await client.query(`SET search_path = ${SCHEMA}, ${schema}, public`);
  for (const { name, definition } of rows)
    await client.query(`CREATE VIEW ${SCHEMA}.${name} AS ${definition}`);
}

/** The nodes of a plan that read a table. */
function scansOf(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  return node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan') ? [node, ...below] : below;
}

/** `things_part_3` is a part of `things`; undefined for a table that is of no project. */
function tableOf({ 'Relation Name': name = '' }: PlanNode): string | undefined {
  return /^(.+)_part_\d+$/.exec(name)?.[1];
}

/** The tables of which one mention in the statement reads several partitions. PostgreSQL numbers the mention's alias by partition. */
function unpruned(scans: readonly PlanNode[]): string[] {
  const read = new Map<string, Set<string>>();
  for (const scan of scans) {
    const table = tableOf(scan);
    if (table === undefined) continue;
    const mention = `${table} ${(scan.Alias ?? '').replace(/_\d+$/, '')}`;
    read.set(mention, (read.get(mention) ?? new Set()).add(scan['Relation Name'] ?? ''));
  }
  return [...read].flatMap(([mention, parts]) =>
    parts.size > 1 ? [`reads ${parts.size} partitions of ${mention.split(' ')[0]}`] : [],
  );
}

/** The tables that are read row by row, or a whole index of which is. */
function unindexed(scans: readonly PlanNode[]): string[] {
  return scans.flatMap((scan) => {
    const table = tableOf(scan);
    const isFound = scan['Index Cond'] !== undefined || scan['Recheck Cond'] !== undefined;
    return table === undefined || isFound ? [] : [`reads all of ${table}`];
  });
}

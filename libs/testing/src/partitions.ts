import pg from 'pg';
import { type Kinds, crowd } from './crowd.ts';
import { type PlanNode, overreach, waste } from './plans.ts';
import type { SentStatement } from './wall.ts';

/** How many partitions each table has. */
const PARTITIONS = 16;

/** The schema of the copies, which is searched first. */
const SCHEMA = 'partitioned';

const DUPLICATED_KEY = '0A000';
/** The first digits of the codes of all constraint violations. */
const VIOLATION = '23';

/** The statements whose plans cannot be better, by name, with the reason. */
export type Exceptions = Readonly<Record<string, string>>;

/**
 * Copies of the tables of a service's projects, divided by project, as in a database that has outgrown one server, with
 * tens of thousands of rows: they show how statements find their rows when there are many.
 */
export class Partitions {
  private constructor(
    private readonly client: pg.Client,
    private readonly schema: string,
    /** The tables that cannot be divided by project, because one of their keys lacks it. */
    readonly undivided: readonly string[],
  ) {}

  /**
   * Copies these tables of a schema, and its views, and multiplies the rows that the projects of these statements now have
   * in them.
   * @throws Error if they have no row in a table.
   */
  static async open(
    url: string,
    schema: string,
    tables: readonly string[],
    sent: readonly SentStatement[],
    kinds: Kinds = {},
  ): Promise<Partitions> {
    const client = new pg.Client({
      connectionString: url,
      options: `-c search_path=${SCHEMA},${schema},public`,
    });
    await client.connect();
    await client.query(`CREATE SCHEMA ${SCHEMA}`);
    const undivided: string[] = [];
    const partitions = new Partitions(client, schema, undivided);
    try {
      for (const table of tables) if (!(await divide(client, schema, table))) undivided.push(table);
      for (const table of kinds.shared ?? []) await copy(client, schema, table);
      await copyViews(client, schema);
      const ofProjects = [...new Set(sent.map(({ project }) => `project_id = '${project}'`))];
      for (const table of tables) await partitions.multiply(table, ofProjects, kinds);
      for (const table of kinds.shared ?? []) await partitions.multiply(table, ['true'], kinds);
    } catch (error) {
      await partitions.close();
      throw error;
    }
    return partitions;
  }

  /**
   * The statements that read more than one partition of a table, or a table without an index, that drop most of the rows that
   * they read, or sort more than a page of them, each with its problems; also the exceptions that are not needed.
   */
  async overreaching(sent: readonly SentStatement[], exceptions: Exceptions = {}): Promise<string[]> {
    const found: string[] = [];
    const needed = new Set<string>();
    for (const statement of sent) {
      const problems = await this.problemsOf(statement);
      if (problems.length === 0) continue;
      if (statement.name in exceptions) needed.add(statement.name);
      else found.push(`${problems.join(', ')}: ${statement.name}: ${statement.text}`);
    }
    const needless = Object.keys(exceptions).filter((name) => !needed.has(name));
    return [...found, ...needless.map((name) => `needs no exception: ${name}`)];
  }

  async close(): Promise<void> {
    await this.client.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
    await this.client.end();
  }

  private async multiply(table: string, conditions: readonly string[], kinds: Kinds): Promise<void> {
    if (this.undivided.includes(table)) return;
    const [from, to] = [`${this.schema}.${table}`, `${SCHEMA}.${table}`];
    await crowd(this.client, { table, from, to }, conditions, kinds);
    await this.client.query(`VACUUM (ANALYZE) ${to}`);
  }

  /** The statement's own conditions have to find the partition, so that plan is the owner's; the service's has the policies' conditions as well. */
  private async problemsOf(statement: SentStatement): Promise<string[]> {
    const asOwner = await this.explain(statement, 'COSTS off', 'none');
    return [...new Set([...overreach(asOwner), ...waste(await this.carriedOut(statement))])];
  }

  /** The plan with what the statement did; only the plan if a constraint forbids repeating it, such as the insert of a row. */
  private async carriedOut(statement: SentStatement): Promise<PlanNode> {
    const role = `pks_${this.schema}`;
    try {
      return await this.explain(statement, 'ANALYZE, TIMING off, BUFFERS off, SUMMARY off', role);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code?.startsWith(VIOLATION))) throw error;
      return this.explain(statement, 'COSTS off', role);
    }
  }

  /** Without reading whole tables: a project has a large part of the rows here, but a small part in a real database. */
  private async explain(
    { text, values, project }: SentStatement,
    options: string,
    role: string,
  ): Promise<PlanNode> {
    await this.client.query('BEGIN');
    try {
      await this.client.query(
        `SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL ROLE ${role}`,
      );
      await this.client.query(`SELECT set_config('pks.project_id', $1, true)`, [project]);
      const { rows } = await this.client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `EXPLAIN (${options}, FORMAT json) ${text.replaceAll(`"${this.schema}".`, '')}`,
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

async function copy(client: pg.Client, schema: string, table: string, division = ''): Promise<void> {
  const like = `LIKE ${schema}.${table} INCLUDING ALL EXCLUDING CONSTRAINTS`;
  await client.query(`CREATE TABLE ${SCHEMA}.${table} (${like}) ${division}`);
  await nameKeys(client, schema, table);
}

/** Copies a table, divided by project. Returns false if one of its keys lacks the project. */
async function divide(client: pg.Client, schema: string, table: string): Promise<boolean> {
  try {
    await copy(client, schema, table, 'PARTITION BY HASH (project_id)');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DUPLICATED_KEY) return false;
    throw error;
  }
  for (let part = 0; part < PARTITIONS; part += 1) {
    await client.query(
      `CREATE TABLE ${SCHEMA}.${table}_part_${part} PARTITION OF ${SCHEMA}.${table}
         FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`,
    );
  }
  await copyPolicies(client, schema, table);
  return true;
}

/** Gives the keys of a copy their original names, which statements use and PostgreSQL replaces. */
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

async function copyPolicies(client: pg.Client, schema: string, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; condition: string }>(
    'SELECT policyname::text AS name, qual AS condition FROM pg_policies WHERE schemaname = $1 AND tablename = $2',
    [schema, table],
  );
  await client.query(`ALTER TABLE ${SCHEMA}.${table} ENABLE ROW LEVEL SECURITY`);
  for (const { name, condition } of rows)
    await client.query(`CREATE POLICY ${name} ON ${SCHEMA}.${table} USING (${condition})`);
}

/** Copies the views of the owner, for the copied tables. The service may use all copies. */
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
  const role = `pks_${schema}`;
  await client.query(
    `GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${role}`,
  );
}

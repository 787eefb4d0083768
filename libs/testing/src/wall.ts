import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { undistributable } from './distributable.ts';

/** A statement that a service sent for a project. */
export interface SentStatement {
  /** The name under which PostgreSQL prepares the statement; empty if it has none. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly project: string;
}

/** The statements of a service that touch rows of projects. */
export interface StatementLog {
  /** Each text once, with the latest values that were sent. */
  readonly sent: readonly SentStatement[];
  /** Each text once for each set of values. */
  readonly every: readonly SentStatement[];
  /** The names of all statements that were sent, for any project. */
  readonly names: ReadonlySet<string>;
  /** The texts of all statements that services prepare, for any project or none, with their names. */
  readonly texts: ReadonlyMap<string, string>;
  stop(): void;
}

/** PostgreSQL's code for a new row that a policy refuses. */
const REFUSED_ROW = '42501';
/** The part of a plan that finds rows by an expression. */
const BY_EXPRESSION = /Index Cond: .*(COALESCE|casefold|left|lower)\(/;
const UUID = /^[\da-f-]{36}$/i;

/** Records the statements that the services of this process send to PostgreSQL. */
export function recordStatements(): StatementLog {
  const sent = new Map<string, SentStatement>();
  const every = new Map<string, SentStatement>();
  const names = new Set<string>();
  const texts = new Map<string, string>();
  const send = Reflect.get(pg.Client.prototype, 'query') as (...sending: unknown[]) => unknown;
  const record = function (this: pg.Client, query: unknown, ...rest: unknown[]): unknown {
    const { name = '', text, values = [], scope: project } = Object(query) as Record<string, unknown>;
    names.add(String(name));
    if (typeof text === 'string' && typeof project === 'string') texts.set(text, String(name));
    if (typeof text === 'string' && typeof project === 'string' && UUID.test(project)) {
      const statement = { name: String(name), text, values: [...(values as unknown[])], project };
      sent.set(text, statement);
      every.set(JSON.stringify([text, values]), statement);
    }
    return send.call(this, query, ...rest);
  };
  Reflect.set(pg.Client.prototype, 'query', record);
  return {
    get sent() {
      return [...sent.values()];
    },
    names,
    texts,
    get every() {
      return [...every.values()];
    },
    stop: () => void Reflect.set(pg.Client.prototype, 'query', send),
  };
}

/** The wall between projects in the database of a service. */
export class Wall {
  private constructor(
    private readonly client: pg.Client,
    private readonly schema: string,
    /** The tables with a `project_id`. */
    readonly tables: readonly string[],
  ) {}

  static async open(url: string, schema: string): Promise<Wall> {
    const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema},public` });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name::text AS name FROM information_schema.columns JOIN information_schema.tables
              USING (table_schema, table_name)
        WHERE table_schema = $1 AND column_name = 'project_id' AND table_type = 'BASE TABLE' ORDER BY 1`,
      [schema],
    );
    const tables = rows.map(({ name }) => name);
    return new Wall(client, schema, tables);
  }

  /** The tables of projects that no policy protects. */
  async unprotected(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c
        WHERE c.relnamespace = $1::text::regnamespace AND c.relname = ANY ($2)
          AND NOT (c.relrowsecurity AND EXISTS (
            SELECT FROM pg_policies p
             WHERE p.schemaname = $1::text AND p.tablename = c.relname AND p.cmd = 'ALL' AND p.permissive = 'PERMISSIVE'
               AND p.qual LIKE '(project_id = %pks.project_id%'))
        ORDER BY 1`,
      [this.schema, this.tables],
    );
    return rows.map(({ name }) => name);
  }

  /** Those of the statements that touch tables of projects. A schema may have the name of one of its tables. */
  touching(sent: readonly SentStatement[]): SentStatement[] {
    const names = new RegExp(`\\b(${this.tables.join('|')})\\b(?!"?\\.)`);
    return sent.filter(({ text }) => names.test(text));
  }

  /** The statements that return or change something if they are sent again for their own project. */
  async ownEffects(sent: readonly SentStatement[]): Promise<string[]> {
    return this.effects(sent, ({ project }) => project);
  }

  /** The statements that return or change something if they are sent again for a project that is not theirs. */
  async foreignEffects(sent: readonly SentStatement[]): Promise<string[]> {
    const foreign = randomUUID();
    return this.effects(sent, () => foreign);
  }

  /**
   * The statements for which the policies keep an index of an expression, such as `lower(name)`, from being used, while
   * the owner of the tables finds the rows by it.
   */
  async slowed(sent: readonly SentStatement[]): Promise<string[]> {
    const slowed: string[] = [];
    for (const statement of sent) {
      const [owners, own] = [await this.plan(statement, 'none', '*'), await this.plan(statement, this.role)];
      if (BY_EXPRESSION.test(owners) && !BY_EXPRESSION.test(own)) slowed.push(statement.text);
    }
    return slowed;
  }

  /** The statements that a cluster whose tables are distributed by project would refuse, and why. */
  async undistributable(texts: ReadonlyMap<string, string>): Promise<string[]> {
    const distribution = {
      tables: new Set(this.tables),
      immutable: await this.functions(`bool_and(provolatile = 'i')`),
      volatile: await this.functions(`bool_or(provolatile = 'v')`),
    };
    const found: string[] = [];
    for (const [text, name] of texts)
      for (const problem of await undistributable(text, distribution))
        found.push(`${problem}: ${name}: ${text}`);
    return found;
  }

  /** The project with rows in the most tables. */
  async fullestProject(): Promise<string> {
    const parts = this.tables.map((table) => `SELECT DISTINCT project_id FROM ${table}`);
    const text = `SELECT project_id FROM (${parts.join(' UNION ALL ')}) found GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`;
    const { rows } = await this.client.query<{ project_id: string }>(text);
    return rows[0]?.project_id ?? '';
  }

  /** How many rows a project has, by table, without tables that have none. */
  async countsOf(project: string): Promise<Record<string, number>> {
    const parts = this.tables.map(
      (table) => `SELECT '${table}' AS name, count(*)::integer AS rows FROM ${table} WHERE project_id = $1`,
    );
    const text = `SELECT * FROM (${parts.join(' UNION ALL ')}) counted WHERE rows > 0`;
    const { rows } = await this.client.query<{ name: string; rows: number }>(text, [project]);
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  }

  /** Whether a pass has deleted everything of a project. */
  async isDeleted(project: string): Promise<boolean> {
    const text = 'SELECT FROM deleted_projects WHERE id = $1 AND passes > 0';
    return (await this.client.query(text, [project])).rowCount === 1;
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** The names of the functions for which this condition holds. */
  private async functions(condition: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT proname::text AS name FROM pg_proc GROUP BY proname HAVING ${condition}`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  private get role(): string {
    return `pks_${this.schema}`;
  }

  /** PostgreSQL's plan for a statement on tables that are too large to be read whole. */
  private async plan(
    { text, values, project }: SentStatement,
    role: string,
    scope: string = project,
  ): Promise<string> {
    await this.client.query('BEGIN');
    try {
      await this.client.query(`SET LOCAL enable_seqscan = off; SET LOCAL ROLE ${role}`);
      await this.client.query(`SELECT set_config('pks.project_id', $1, true)`, [scope]);
      const { rows } = await this.client.query<object>(`EXPLAIN (COSTS off) ${text}`, [...values]);
      return rows.flatMap((row) => Object.values(row) as string[]).join('\n');
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  private async effects(
    sent: readonly SentStatement[],
    projectOf: (statement: SentStatement) => string,
  ): Promise<string[]> {
    const effective: string[] = [];
    for (const statement of sent) {
      const effect = await this.effectOf(statement, projectOf(statement));
      if (effect !== undefined) effective.push(`${effect}: ${statement.text}`);
    }
    return effective;
  }

  /** What a statement returns or changes when the service's role sends it for a project; undone afterwards. */
  private async effectOf({ text, values }: SentStatement, project: string): Promise<string | undefined> {
    // In this isolation, what the service does meanwhile is no effect of the statement.
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      const before = await this.content();
      await this.client.query(`SET LOCAL ROLE ${this.role}`);
      await this.client.query(`SELECT set_config('pks.project_id', $1, true)`, [project]);
      const { rows } = await this.client.query<object>(text, [...values]);
      await this.client.query('SET LOCAL ROLE none');
      const said = rows.find(saysSomething);
      if (said) return JSON.stringify(said);
      return (await this.content()) === before ? undefined : 'a change';
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      return error.code === REFUSED_ROW ? undefined : error.message;
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  private async content(): Promise<string> {
    const parts = this.tables.map((table) => `SELECT hashtextextended(t::text, 0) AS hash FROM ${table} t`);
    const text = `SELECT count(*) || ' ' || coalesce(sum(hash), 0) AS content FROM (${parts.join(' UNION ALL ')}) all_rows`;
    const { rows } = await this.client.query<{ content: string }>(text);
    return rows[0]?.content ?? '';
  }
}

/** Whether a row contains anything but a count of 0, an empty list or nulls. */
function saysSomething(row: object): boolean {
  const nothing = ['null', '0', '"0"', 'false', '""', '"[]"', '[]', '{}'];
  return Object.values(row).some((value) => !nothing.includes(JSON.stringify(value)));
}

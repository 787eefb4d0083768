import pg from 'pg';

/** The settings with which PostgreSQL records the times of statements. */
export const RECORDING_TIMES = { shared_preload_libraries: 'pg_stat_statements' };

const SPENT = `
  SELECT coalesce(sum(total_plan_time + total_exec_time), 0)::float8 AS ms FROM pg_stat_statements
   WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query ~ $1`;

/**
 * The time of statements by PostgreSQL's own clock: planning and execution, without any waiting. Requires a server
 * started with `RECORDING_TIMES`.
 */
export class DatabaseTime {
  private readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async open(databaseUrl: string): Promise<DatabaseTime> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
    await client.query('SELECT pg_reload_conf()');
    return new DatabaseTime(client);
  }

  /** Runs work, and returns the time that statements on the given tables took meanwhile. Milliseconds. */
  async during(tables: readonly string[], work: () => Promise<void>): Promise<number> {
    await this.client.query('SELECT pg_stat_statements_reset()');
    await work();
    const { rows } = await this.client.query<{ ms: number }>(SPENT, [`\\m(${tables.join('|')})\\M`]);
    return rows[0]?.ms ?? 0;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

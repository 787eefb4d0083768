import pg from 'pg';

/** A session with a database beside those of the product: to look, to hold a lock, to get in the way. */
export interface DatabaseSession {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Whether anybody waits for a lock that this session holds. */
  isWaitedFor(): Promise<boolean>;
  close(): Promise<void>;
}

const WAITING = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';

/** Opens a session. */
export async function openSession(databaseUrl: string): Promise<DatabaseSession> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return {
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    isWaitedFor: async () => (await client.query(WAITING)).rows.length > 0,
    close: () => client.end(),
  };
}

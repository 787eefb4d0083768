import pg from 'pg';

/** A database session beside those of the product: for queries, locks and interference. */
export interface DatabaseSession {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Whether another session waits for a lock that this one holds. */
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

import pg from 'pg';

/** A session with a database beside those of the product: to look, to hold a lock, to get in the way. */
export interface DatabaseSession {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Opens a session. */
export async function openSession(databaseUrl: string): Promise<DatabaseSession> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return {
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    close: () => client.end(),
  };
}

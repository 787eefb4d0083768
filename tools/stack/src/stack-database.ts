import pg from 'pg';
import { startPostgres, type PostgresServer } from './postgres.ts';

/** The database of the embedded default. */
export const DATABASE = 'project_knowledge';

/** A database that services can use, and its server when it is embedded. */
export interface StackDatabase {
  readonly url: string;
  readonly server: PostgresServer | null;
}

/** Uses the given database, or starts an embedded server with one. */
export async function openDatabase(options: {
  given: string | undefined;
  directory: string;
  ephemeral: boolean;
  settings?: Readonly<Record<string, string>>;
  port?: number;
  onLog?: (line: string) => void;
  onNotice?: (sentence: string) => void;
}): Promise<StackDatabase> {
  if (options.given !== undefined && options.given !== '') return { url: options.given, server: null };
  const { given: _, ...postgres } = options;
  const { directory } = postgres;
  const server = await startPostgres(postgres);
  try {
    await createMissing(server.url('postgres'));
  } catch (error) {
    await server.stop();
    throw isRefusedPassword(error)
      ? new Error(
          `PostgreSQL does not take the password in ${directory}/password: put the old one back, or remove ${directory} to begin with empty data.`,
        )
      : error;
  }
  return { url: server.url(DATABASE), server };
}

function isRefusedPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28P01';
}

async function createMissing(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

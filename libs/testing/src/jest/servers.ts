import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startPostgres } from '@pks/stack';
import pg from 'pg';

type Stop = () => Promise<void>;

const stops: Stop[] = [];
const folders: string[] = [];

/**
 * Starts the servers that a run of tests needs, with their files below `parent`, unless `DATABASE_URL` or `NATS_URL` is set; workers read
 * both from their environment.
 */
export async function startServers(
  needs: { postgres?: boolean; nats?: boolean },
  parent = tmpdir(),
): Promise<void> {
  const directory = await mkdtemp(join(parent, 'pks-test-'));
  folders.push(directory);
  await Promise.all([
    needs.postgres ? givePostgres(join(directory, 'postgres')) : undefined,
    needs.nats ? giveNats(join(directory, 'nats')) : undefined,
  ]);
}

/** Stops the servers that `startServers` started and removes their files; then rejects if one could not be stopped, with the first reason. */
export async function stopServers(): Promise<void> {
  const stopped = await Promise.allSettled(stops.splice(0).map((stop) => stop()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  for (const one of stopped) if (one.status === 'rejected') throw one.reason;
}

async function givePostgres(directory: string): Promise<void> {
  const run = randomUUID().slice(0, 8);
  process.env['TEST_RUN'] = run;
  const given = process.env['DATABASE_URL'];
  if (given) {
    process.env['TEST_DATABASE_URL'] = given;
    stops.push(() => dropDatabases(given, run));
    return;
  }
  const server = await startPostgres({ directory, ephemeral: true });
  stops.push(() => server.stop());
  process.env['TEST_DATABASE_URL'] = server.url('postgres');
}

async function giveNats(directory: string): Promise<void> {
  const given = process.env['NATS_URL'];
  if (given) {
    process.env['TEST_NATS_URL'] = given;
    return;
  }
  const server = await startNats({ directory });
  stops.push(() => server.stop());
  process.env['TEST_NATS_URL'] = server.url;
}

/** Drops the databases of this run on a server that was given. */
async function dropDatabases(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname ~ ('^(template|test)_.*_' || $1)`,
      [run],
    );
    for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

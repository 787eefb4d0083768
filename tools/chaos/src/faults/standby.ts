import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type PostgresServer, closeWhenStopped, startPostgres } from '@pks/stack';
import pg from 'pg';
import type { Scene } from './fault-case.ts';
import { inDatabase } from './servers.ts';

const run = promisify(execFile);
/**
 * The files of a data folder that belong to the process, are streamed from the primary, or may disappear during the
 * copy.
 */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)$|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/)|(^|\/)pg_internal\.init/;
const KEPT_LOG = '1GB';
const FOLLOWS_WITHIN_MS = 60_000;

/** A server that replicates the product's PostgreSQL, and can take its place. */
export interface Standby {
  readonly server: PostgresServer;
  /** Makes the standby a primary. */
  readonly promote: () => Promise<void>;
  /** Stops and resumes the process that receives the primary's log; the primary waits for it. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

/** Starts a standby on a copy of the running server. From now on, no commit returns before the standby has it. */
export async function startStandby(scene: Scene): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'pks-standby-'));
  await chmod(folder, 0o755);
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  closeWhenStopped(discard);
  await copyServer(scene, folder);
  const server = await startPostgres({
    directory: folder,
    settings: { primary_conninfo: conninfo(scene.product.stack.databaseUrl) },
  });
  scene.afterwards(async () => {
    await server.stop();
    await discard();
  });
  await inDatabase(scene, async (client) => {
    await set(client, 'synchronous_standby_names', '*');
    await untilFollowing(client);
  });
  const receiver = await receiverOf(server);
  return {
    server,
    promote: () => promote(server),
    freeze: () => void process.kill(receiver, 'SIGSTOP'),
    thaw: () => void process.kill(receiver, 'SIGCONT'),
  };
}

/** The id of the process that receives the primary's log. */
async function receiverOf(server: PostgresServer): Promise<number> {
  const [row] = await answer<{ pid: number }>(server, 'SELECT pid FROM pg_stat_wal_receiver');
  if (row === undefined) throw new Error('The standby receives nothing.');
  return row.pid;
}

/** Copies by the functions for a base backup, because the packages of PostgreSQL include no program for it. */
async function copyServer(scene: Scene, folder: string): Promise<void> {
  await inDatabase(scene, async (client) => {
    await set(client, 'wal_keep_size', KEPT_LOG);
    const { rows } = await client.query<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
    const source = rows[0]?.data ?? '';
    const cluster = join(folder, 'cluster');
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await cp(source, cluster, {
      recursive: true,
      filter: (path) => !NOT_COPIED.test(relative(source, path)),
    });
    const stopped = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await writeFile(join(cluster, 'backup_label'), stopped.rows[0]?.labelfile ?? '');
    await writeFile(join(cluster, 'standby.signal'), '');
    await cp(join(dirname(source), 'password'), join(folder, 'password'));
    await run('chown', ['--recursive', `--reference=${source}`, cluster]);
  });
}

async function set(client: pg.Client, name: string, value: string): Promise<void> {
  await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.query('SELECT pg_reload_conf()');
}

async function untilFollowing(client: pg.Client): Promise<void> {
  const deadline = performance.now() + FOLLOWS_WITHIN_MS;
  while (performance.now() < deadline) {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`,
    );
    if (rowCount === 1) return;
    await sleep(100);
  }
  throw new Error('The standby does not follow.');
}

/** Promotes the standby; without a standby of its own, for which its commits would wait. */
async function promote(server: PostgresServer): Promise<void> {
  await answer(server, 'ALTER SYSTEM RESET synchronous_standby_names');
  await answer(server, 'SELECT pg_promote()');
}

async function answer<Row extends object>(server: PostgresServer, question: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    return (await client.query<Row>(question)).rows;
  } finally {
    await client.end();
  }
}

function conninfo(url: string): string {
  const { username, password, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? '127.0.0.1';
  return `host=${host} port=${port} user=${username} password=${password}`;
}

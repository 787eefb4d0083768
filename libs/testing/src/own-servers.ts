import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type NatsOptions,
  type NatsServer,
  type PostgresServer,
  freePort,
  startNats,
  startPostgres,
} from '@pks/stack';

const run = promisify(execFile);

/** A server for one test, which may stop it and start it again at the same address. */
export interface OwnServer {
  readonly url: string;
  readonly pid: number;
  /** Kills the server, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again. */
  start(): Promise<void>;
  /** Stops the server permanently, and removes its data. */
  stop(): Promise<void>;
}

/** A NATS server for one test, with its data. */
export interface OwnNats extends OwnServer {
  /** The folder in which JetStream keeps its data. */
  readonly directory: string;
}

/** Starts a NATS server that other tests do not use, open to anybody unless its options say otherwise; its data outlives `kill` and `start`. */
export async function startOwnNats(options: NatsOptions = {}): Promise<OwnNats> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-own-nats-'));
  const again = { ...options, directory, port: options.port ?? (await freePort()) };
  let server: NatsServer = await startNats(again);
  return {
    url: server.url,
    directory,
    get pid() {
      return server.pid;
    },
    kill: () => server.kill(),
    start: async () => void (server = await startNats(again)),
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL server for one test. */
export interface OwnPostgres extends OwnServer {
  /** Restarts the server, and starts a copy of it as a standby, which takes no writes before it is promoted (`pg_promote()`), and does not follow. */
  startStandby(): Promise<OwnPostgres>;
}

/** Starts a PostgreSQL server that other tests do not use; its data outlives `kill` and `start`. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  return startPostgresIn(await ownFolder());
}

async function ownFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-own-'));
  await chmod(directory, 0o755);
  return directory;
}

async function startPostgresIn(directory: string): Promise<OwnPostgres> {
  let server: PostgresServer = await startPostgres({ directory });
  const options = { directory, port: server.port };
  return {
    url: server.url('postgres'),
    get pid() {
      return server.pid;
    },
    kill: async () => {
      process.kill(server.pid, 'SIGQUIT');
      await server.exited;
    },
    start: async () => void (server = await startPostgres(options)),
    startStandby: async () => {
      const copy = await ownFolder();
      await server.stop();
      await run('cp', ['-a', `${directory}/.`, copy]);
      server = await startPostgres(options);
      await writeFile(join(copy, 'cluster', 'standby.signal'), '');
      return startPostgresIn(copy);
    },
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type NatsOptions,
  type NatsServer,
  type PostgresServer,
  freePort,
  startNats,
  startPostgres,
} from '@pks/stack';

/** A server of one test's own, which it may stop and start again at the same address. */
export interface OwnServer {
  readonly url: string;
  readonly pid: number;
  /** Kills it, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Stops it permanently, and removes its data. */
  stop(): Promise<void>;
}

/** A NATS server of one test's own, with its data. */
export interface OwnNats extends OwnServer {
  /** Where JetStream keeps its data. */
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

/** Starts a PostgreSQL that other tests do not use; its data outlives `kill` and `start`. */
export async function startOwnPostgres(): Promise<OwnServer> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-own-'));
  await chmod(directory, 0o755);
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
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

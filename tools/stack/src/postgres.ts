import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.ts';
import { freePort, isPortFree } from './ports.ts';
import { serverAccount } from './postgres-account.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, reasonIn, refused } from './postgres-cluster.ts';
import { openHome, openSocketFolder, passwordOf, type PostgresHome } from './postgres-home.ts';
import { claim, inUse, postmasterOf } from './postgres-leftover.ts';
import { disown } from './postgres-owner.ts';
import { serverArguments, SUPERUSER } from './postgres-settings.ts';
import { watchOver } from './watchdog.ts';

const READY_WITHIN_MS = 60_000;

/** A PostgreSQL server that this process started. */
export interface PostgresServer {
  /** The address of a database, over the Unix socket. */
  readonly url: (database: string) => string;
  readonly port: number;
  readonly pid: number;
  /** Its exit code once it has exited; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
}

/** How and where the server runs. */
export interface PostgresOptions {
  /** Contains the data (`cluster`), the password and the sockets; created when missing. */
  readonly directory: string;
  /** For data that need not survive a crash: much faster, and data outside of the directory is deleted at the end. */
  readonly ephemeral?: boolean;
  readonly port?: number;
  /** Settings in addition to those that every server gets. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onLog?: (line: string) => void;
  /** Called with a sentence that names the location of the data if that cannot be in the directory. */
  readonly onNotice?: (sentence: string) => void;
}

/** Starts PostgreSQL on 127.0.0.1, and creates its data folder if there is none. The server stops with this process, even if this process is killed. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const onNotice = options.onNotice ?? options.onLog ?? (() => undefined);
  const ephemeral = options.ephemeral ?? false;
  const account = await serverAccount();
  const binaries = await postgresBinaries(account, onNotice);
  const home = await openHome(options.directory, { account, ephemeral, onNotice });
  await claim(home);
  await ensureCluster(home, { initdb: binaries.initdb, account, ephemeral });
  const port = await portFor(options.port);
  const socket = openSocketFolder(home, account);
  const further = options.settings ?? {};
  const args = serverArguments(home.cluster, { port, socketFolder: socket.folder, ephemeral, further });
  const child = await Child.start(binaries.postgres, args, {
    uid: account.uid,
    gid: account.gid,
    cwd: home.folder,
    env: { ...process.env, LC_ALL: 'C' },
    onLog: options.onLog,
  });
  const unwatch = watchOver(child.pid, 'INT');
  const released = child.exited.then(() => {
    unwatch();
    socket.release();
    disown(home.folder);
    home.release();
  });
  try {
    await untilReady(child, home, port);
  } catch (error) {
    await child.stop('SIGINT');
    await released;
    throw error;
  }
  const address = `${SUPERUSER}:${passwordOf(home)}@localhost:${port}`;
  return {
    url: (database) => `postgres://${address}/${database}?host=${encodeURIComponent(socket.folder)}`,
    port,
    pid: child.pid,
    exited: child.exited,
    stop: async () => {
      await child.stop('SIGINT', READY_WITHIN_MS);
      await released;
    },
  };
}

async function portFor(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return freePort();
  if (await isPortFree(wanted)) return wanted;
  throw taken(wanted);
}

function whyEnded(said: string, home: PostgresHome, port: number): Error {
  if (/Address already in use/i.test(said)) return taken(port);
  const other = /Is another postmaster \(PID (\d+)\) running/.exec(said)?.[1];
  return other === undefined ? refused(home.cluster, reasonIn(said)) : inUse(home.folder, Number(other));
}

function taken(port: number): Error {
  return new Error(`Port ${port}, wanted for PostgreSQL, is taken by another program.`);
}

async function untilReady(child: Child, home: PostgresHome, port: number): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    if (child.hasExited) throw whyEnded(child.lastLines.join('\n'), home, port);
    const postmaster = postmasterOf(home.cluster);
    if (postmaster?.pid === child.pid && postmaster.ready) return;
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL was not ready within a minute: ${reasonIn(child.lastLines.join('\n'))}`);
    await sleep(20);
  }
}

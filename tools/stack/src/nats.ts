import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.ts';
import { locateNatsServer } from './nats-binary.ts';
import { freePort } from './ports.ts';
import { privateFolder } from './private-folder.ts';
import { watchOver } from './watchdog.ts';

const READY_WITHIN_MS = 15_000;
const LISTENING = /Listening for client connections on 127\.0\.0\.1:(\d+)/;

/** A NATS server that this process started. */
export interface NatsServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Its exit code once it has exited; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** How the server runs. */
export interface NatsOptions {
  /** A free port by default; give the same port to restart the server. */
  readonly port?: number;
  /** Where JetStream stores its data; without it, the data is deleted with the server. */
  readonly directory?: string;
  /** Further lines of its configuration, such as its users. */
  readonly settings?: string;
  /** Variables of its configuration. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onLog?: (line: string) => void;
}

/** Starts a NATS server on 127.0.0.1 that accepts messages up to 8 MB. The server stops with this process, even if this process is killed. */
export async function startNats(options: NatsOptions = {}): Promise<NatsServer> {
  const binary = await locateNatsServer(options.onLog);
  const folder = privateFolder(options.directory ?? mkdtempSync(join(tmpdir(), 'pks-nats-')));
  const file = join(folder, 'nats.conf');
  const port = options.port ?? (await freePort());
  writeFileSync(file, configuration(folder, port, options.settings), { mode: 0o600 });
  const env = { ...process.env, ...options.env };
  const child = await Child.start(binary, ['-c', file], { cwd: folder, env, onLog: options.onLog });
  const unwatch = watchOver(child.pid, 'TERM');
  const released = child.exited.then(() => {
    unwatch();
    if (options.directory === undefined) rmSync(folder, { recursive: true, force: true });
  });
  try {
    const port = await listeningPort(child);
    return {
      url: `nats://127.0.0.1:${port}`,
      port,
      pid: child.pid,
      exited: child.exited,
      stop: () => child.stop('SIGTERM').then(() => released),
      kill: () => child.kill().then(() => released),
    };
  } catch (error) {
    await child.kill();
    await released;
    throw error;
  }
}

function configuration(folder: string, port: number, settings = ''): string {
  return [
    'host: "127.0.0.1"',
    `port: ${port}`,
    'max_payload: 8388608',
    `jetstream { store_dir: ${JSON.stringify(folder)} }`,
    settings,
    '',
  ].join('\n');
}

async function listeningPort(child: Child): Promise<number> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && !child.hasExited) {
    const lines = child.lastLines;
    const port = lines.map((line) => LISTENING.exec(line)?.[1]).find((match) => match !== undefined);
    if (port !== undefined && lines.some((line) => line.includes('Server is ready'))) return Number(port);
    await sleep(10);
  }
  const said = child.lastLines.filter((line) => line.trim() !== '');
  const reason = said.findLast((line) => /\[(FTL|ERR)\]/.test(line)) ?? said.at(-1) ?? 'it said nothing';
  throw new Error(
    `The NATS server did not start: ${reason.replace(/^.*\[(FTL|ERR)\]\s*/, '').replace(/\.?$/, '.')}`,
  );
}

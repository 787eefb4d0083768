import { delimiter, join, resolve } from 'node:path';
import { cacheFolders, isProgram } from './nats-cache.ts';
import { fetchNatsServer, NATS_SOURCES } from './nats-fetch.ts';
import { NATS_VERSION } from './nats-release.ts';
import { natsVersion } from './nats-version.ts';

/** The names under which earlier versions of this tool cached the server, without naming the machine. */
const EARLIER_NAMES = [`nats-server-${NATS_VERSION}`, 'nats-server-debian'];
const NAMES = [...NATS_SOURCES.map(({ name }) => name), ...EARLIER_NAMES];

/**
 * The absolute path of the NATS server, which is downloaded into the cache if there is none. In this order: `NATS_SERVER_BIN`, `PATH`, the cache, the official release, Debian's package.
 * @throws Error if no NATS server is found; the signal's reason if that ends a download.
 */
export async function locateNatsServer(
  onLog: (line: string) => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  return given() ?? onPath() ?? (await cachedNatsServer()) ?? (await fetchNatsServer({ onLog, signal }));
}

function given(): string | null {
  const name = process.env['NATS_SERVER_BIN'] ?? '';
  if (name === '') return null;
  const file = resolve(name);
  if (isProgram(file)) return file;
  throw new Error(`NATS_SERVER_BIN names ${file}, which is not a program that can be run.`);
}

function onPath(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => resolve(folder, 'nats-server')).find(isProgram) ?? null;
}

/** The first NATS server in the cache that runs on this machine. */
export async function cachedNatsServer(folders: readonly string[] = cacheFolders()): Promise<string | null> {
  for (const file of NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (isProgram(file) && (await natsVersion(file)) !== null) return file;
  }
  return null;
}

import { delimiter, join } from 'node:path';
import { cacheFolders, isProgram } from './nats-cache.ts';
import { fetchNatsServer, NATS_SOURCES } from './nats-fetch.ts';

/**
 * Locates the NATS server, or downloads it into the cache. In this order: `NATS_SERVER_BIN`, `PATH`, the cache, the official release, Debian's package.
 * @throws Error where it is nowhere; the signal's reason where that ends a download.
 */
export async function locateNatsServer(
  onLog: (line: string) => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  return given() ?? onPath() ?? cached() ?? (await fetchNatsServer({ onLog, signal }));
}

function given(): string | null {
  const file = process.env['NATS_SERVER_BIN'];
  if (file === undefined || file === '') return null;
  if (isProgram(file)) return file;
  throw new Error(`NATS_SERVER_BIN names ${file}, which is not a program that can be run.`);
}

function onPath(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'nats-server')).find(isProgram) ?? null;
}

function cached(): string | null {
  const files = NATS_SOURCES.flatMap(({ name }) => cacheFolders().map((folder) => join(folder, name)));
  return files.find(isProgram) ?? null;
}

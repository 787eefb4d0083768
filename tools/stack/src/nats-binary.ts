import { mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolders, isProgram, keep, writableCache } from './nats-cache.ts';
import { fromDebian } from './nats-debian.ts';
import { fromRelease, NATS_VERSION } from './nats-release.ts';

const NAMES = [`nats-server-${NATS_VERSION}`, 'nats-server-debian'];

/** Locates the NATS server, or downloads it into the cache. In this order: `NATS_SERVER_BIN`, `PATH`, the cache, the official release, Debian's package. */
export async function locateNatsServer(onLog: (line: string) => void = () => undefined): Promise<string> {
  return given() ?? onPath() ?? cached() ?? (await fetched(onLog));
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
  return NAMES.flatMap((name) => cacheFolders().map((folder) => join(folder, name))).find(isProgram) ?? null;
}

async function fetched(onLog: (line: string) => void): Promise<string> {
  const cache = writableCache();
  const reasons: string[] = [];
  for (const [source, name] of [
    [fromRelease, NAMES[0]],
    [fromDebian, NAMES[1]],
  ] as const) {
    const workspace = mkdtempSync(join(cache, 'fetching-'));
    try {
      return keep(await source(workspace, onLog), cache, name ?? 'nats-server');
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  }
  throw new Error(
    `The NATS server is missing and could not be fetched (${reasons.join('; ')}): install it with "apt-get install nats-server" or "brew install nats-server", or name it in NATS_SERVER_BIN.`,
  );
}

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetching } from './download.ts';
import { keep, removeAbandoned, WORKSPACE, writableCache } from './nats-cache.ts';
import { fromDebian } from './nats-debian.ts';
import { fromRelease, NATS_VERSION } from './nats-release.ts';

/** A source of the NATS server, and the name under which its program is cached. */
export interface NatsSource {
  readonly name: string;
  /** Fetches the program into the folder `workspace`, and returns its path. */
  fetch(workspace: string, fetching: Fetching): Promise<string>;
}

/** A cache may be shared by machines that run different programs. */
const MACHINE = `${process.platform}-${process.arch}`;

/** The official release, then Debian's package. */
export const NATS_SOURCES: readonly NatsSource[] = [
  { name: `nats-server-${NATS_VERSION}-${MACHINE}`, fetch: fromRelease },
  { name: `nats-server-debian-${MACHINE}`, fetch: fromDebian },
];

/** Downloads the NATS server into the cache, from the first source that has it. @throws Error with the error of each source; the signal's reason once that is aborted. */
export async function fetchNatsServer(
  fetching: Fetching,
  sources: readonly NatsSource[] = NATS_SOURCES,
  cache: string = writableCache(),
): Promise<string> {
  const reasons: string[] = [];
  removeAbandoned(cache);
  for (const source of sources) {
    const workspace = mkdtempSync(join(cache, WORKSPACE));
    try {
      return keep(await source.fetch(workspace, fetching), cache, source.name);
    } catch (error) {
      fetching.signal.throwIfAborted();
      reasons.push(error instanceof Error ? error.message : String(error));
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  }
  throw new Error(
    `The NATS server is missing and could not be fetched (${reasons.join('; ')}): install it with "apt-get install nats-server" or "brew install nats-server", or name it in NATS_SERVER_BIN.`,
  );
}

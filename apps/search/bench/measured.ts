import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PackagedEmbedder } from '../src/search/packaged-embedder.ts';
import { PassageStore } from '../src/search/passage-store.ts';

/** The store to measure, in a folder of its own, and the model as in the service. */
export interface Measured {
  readonly store: PassageStore;
  readonly embedder: PackagedEmbedder;
}

/** Runs a measurement with a store and an embedder, and leaves nothing behind. */
export async function measuring(work: (measured: Measured) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pks-bench-search-'));
  process.once('SIGINT', () => abandon(folder)).once('SIGTERM', () => abandon(folder));
  const store = new PassageStore({ folder });
  const embedder = new PackagedEmbedder();
  try {
    return await work({ store, embedder });
  } finally {
    await Promise.all([store.close(), embedder.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

function abandon(folder: string): never {
  rmSync(folder, { recursive: true, force: true });
  process.exit(130);
}

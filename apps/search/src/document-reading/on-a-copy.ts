import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = 'pks-reading-';

/** No reading takes this long: an older copy was left by a process that was killed. Milliseconds. */
const LEFT_BEHIND_MS = 60 * 60_000;

/**
 * Reads bytes from a local copy, which is deleted afterwards, whatever the outcome. Calls `open` once the folder of the copy exists.
 * Deletes old copies of killed processes before it reads.
 */
export async function onACopy<T>(
  open: () => Promise<Readable>,
  read: (path: string) => Promise<T>,
  place = tmpdir(),
): Promise<T> {
  const folder = await mkdtemp(join(place, PREFIX));
  try {
    const path = join(folder, 'file');
    await pipeline(await open(), createWriteStream(path));
    await deleteLeftovers(place);
    return await read(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ignores leftovers that another process deletes meanwhile, or that belong to another user. */
async function deleteLeftovers(place: string): Promise<void> {
  const names = (await readdir(place)).filter((name) => name.startsWith(PREFIX));
  await Promise.allSettled(names.map((name) => deleteIfOld(join(place, name))));
}

async function deleteIfOld(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(folder, { recursive: true, force: true });
}

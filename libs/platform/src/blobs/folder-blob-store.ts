import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 } from 'uuid';
import { BlobMissing, BlobStore, type ByteRange, type WrittenBlob, assertBlobKey } from './blob-store.ts';
import { Counted } from './counted.ts';

/** The folder of blobs that are being written. */
const UNFINISHED = '.unfinished';
/** Older unfinished files were left by a process that died: no upload takes this long. Milliseconds. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Stores each blob as a file in a folder, of one machine or mounted by all replicas. */
export class FolderBlobStore extends BlobStore {
  constructor(private readonly folder: string) {
    super();
  }

  /** Opens a folder, which need not exist yet. Unfinished files of a crash are removed once they are a day old. */
  static async open(folder: string): Promise<FolderBlobStore> {
    await removeAbandoned(join(folder, UNFINISHED));
    return new FolderBlobStore(folder);
  }

  async put(key: string, content: Readable): Promise<WrittenBlob> {
    const unfinished = join(this.folder, UNFINISHED, v7());
    try {
      const path = this.pathOf(key);
      const handle = await inFolder(unfinished, () => open(unfinished, 'wx'));
      const written = await writtenTo(handle, content);
      await Promise.all([inFolder(path, () => rename(unfinished, path)), handle.close()]);
      await synced(dirname(path));
      return written;
    } catch (error) {
      content.destroy();
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BlobMissing(`There is no blob ${key}.`) : error;
    });
    return createReadStream('', { fd: handle, ...(range ? { start: range.first, end: range.last } : {}) });
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async deleteFolder(folder: string): Promise<void> {
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  async *keys(prefix = ''): AsyncGenerator<string> {
    const found = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      const key = relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (entry.isFile() && !key.startsWith(`${UNFINISHED}/`) && key.startsWith(prefix)) yield key;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private pathOf(key: string): string {
    assertBlobKey(key);
    return join(this.folder, ...key.split('/'));
  }
}

async function removeAbandoned(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished).catch(() => [])) {
    const path = join(unfinished, name);
    const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - written > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** Makes a file at a path; its folder is created only where that fails, because each step of a write waits for its turn. */
async function inFolder<T>(path: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true });
    return make();
  }
}

/** Writes all of the content durably. The file is closed when that fails. */
async function writtenTo(handle: FileHandle, content: Readable): Promise<WrittenBlob> {
  const counted = new Counted();
  try {
    await pipeline(content, counted, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) await handle.writeFile(piece);
    });
    await handle.sync();
    return counted.written();
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Syncs a folder, which makes the names of its files durable. */
async function synced(folder: string): Promise<void> {
  const handle: FileHandle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

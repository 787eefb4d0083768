import { createReadStream } from 'node:fs';
import { type FileHandle, access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 } from 'uuid';
import { BlobMissing, BlobStore, type ByteRange, type WrittenBlob, assertBlobKey } from './blob-store.ts';
import { Counted } from './counted.ts';

/** The folder for blobs that are being written. It is created only when the store is opened: if it is missing later, the store is gone. */
const UNFINISHED = '.unfinished';
/** Unfinished files older than this were left by a process that died: no upload takes so long. Also how often to look for them. Milliseconds. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Stores each blob as a file in a folder, on one machine or mounted by all replicas, which run as the same user: no other user can read the
 * files. A store that was opened by its constructor is only for reading.
 */
export class FolderBlobStore extends BlobStore {
  private removing: NodeJS.Timeout | undefined;

  constructor(private readonly folder: string) {
    super();
  }

  /**
   * Opens an existing folder for writing, too. Removes files that a crash left unfinished once they are a day old: now, and daily
   * until the store is closed.
   */
  static async openWritable(folder: string): Promise<FolderBlobStore> {
    const unfinished = join(folder, UNFINISHED);
    await makeFolder(unfinished);
    await removeAbandoned(unfinished);
    const store = new FolderBlobStore(folder);
    // What cannot be removed is tried again the next day.
    const remove = (): unknown => removeAbandoned(unfinished).catch(() => undefined);
    store.removing = setInterval(remove, ABANDONED_AFTER_MS).unref();
    return store;
  }

  async put(key: string, content: Readable): Promise<WrittenBlob> {
    const unfinished = join(this.folder, UNFINISHED, v7());
    try {
      const path = this.pathOf(key);
      await this.assertThere();
      const handle = await open(unfinished, 'wx', 0o600);
      const written = await writtenTo(handle, content);
      await Promise.all([this.inFolders(key, () => rename(unfinished, path)), handle.close()]);
      await synced(dirname(path));
      return written;
    } catch (error) {
      content.destroy();
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await this.assertThere();
      throw new BlobMissing(`There is no blob ${key}.`);
    });
    return createReadStream('', { fd: handle, ...(range ? { start: range.first, end: range.last } : {}) });
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    await this.assertThere();
    await rm(path, { force: true });
  }

  async deleteFolder(folder: string, afterSome?: () => Promise<void>): Promise<void> {
    const path = this.pathOf(folder);
    await this.assertThere();
    for (const name of await readdir(path).catch(() => [])) {
      await rm(join(path, name), { recursive: true, force: true });
      await afterSome?.();
    }
    await rm(path, { recursive: true, force: true });
  }

  async *keys(prefix = ''): AsyncGenerator<string> {
    const found = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      const key = relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (entry.isFile() && !key.startsWith(`${UNFINISHED}/`) && key.startsWith(prefix)) yield key;
    }
  }

  close(): Promise<void> {
    clearInterval(this.removing);
    return Promise.resolve();
  }

  /** Makes sure that the volume is mounted, so that no blob is written elsewhere or taken for deleted. @throws Error */
  private async assertThere(): Promise<void> {
    await access(join(this.folder, UNFINISHED)).catch((cause: unknown) => {
      throw new Error(`The blobs are not in ${this.folder}: it is gone, or not mounted.`, { cause });
    });
  }

  /** Creates the file of a key. Creates its folders, durably, only if that fails, because each file system call of a write waits for its turn. */
  private async inFolders(key: string, make: () => Promise<void>): Promise<void> {
    try {
      await make();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      const folders = key.split('/').slice(0, -1);
      for (const n of folders.keys()) {
        const parent = join(this.folder, ...folders.slice(0, n));
        await makeFolder(join(parent, folders[n] ?? ''));
        await synced(parent);
      }
      await make();
    }
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

/** Creates a folder if it does not exist, but not its parents. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Writes all of the content durably; closes the file if that fails. */
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

/** Syncs a folder, which makes the names in it durable. */
async function synced(folder: string): Promise<void> {
  const handle: FileHandle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

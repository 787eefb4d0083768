import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 } from 'uuid';
import { BlobMissing, BlobStore, type WrittenBlob } from './blob-store.ts';

/** What is being written is there, until it is whole. */
const UNFINISHED = '.unfinished';

/** Keeps each blob as a file of a folder: one machine, or one that all replicas mount. */
export class FolderBlobStore extends BlobStore {
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, content: Readable): Promise<WrittenBlob> {
    const unfinished = join(this.folder, UNFINISHED, v7());
    const path = this.pathOf(key);
    try {
      await mkdir(dirname(unfinished), { recursive: true });
      const written = await writeWhole(unfinished, content);
      await mkdir(dirname(path), { recursive: true });
      await rename(unfinished, path);
      await synced(dirname(path));
      return written;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BlobMissing(`There is nothing under ${key}.`) : error;
    });
    return createReadStream('', { fd: handle });
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
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
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`"${key}" is no key of a blob.`);
    return join(this.folder, ...key.split('/'));
  }
}

/** To the disk, not only to the system's memory. */
async function writeWhole(path: string, content: Readable): Promise<WrittenBlob> {
  const digest = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(content, counted, createWriteStream(path, { flush: true }));
  return { size, digest: digest.digest('hex') };
}

/** The name of a file is durable once its folder is. */
async function synced(folder: string): Promise<void> {
  const handle: FileHandle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { fstatSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FolderBlobStore } from '../../src/blobs/folder-blob-store.ts';

let folder: string;
let store: FolderBlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-durable-'));
  store = await FolderBlobStore.openWritable(folder);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** The inodes of what is synced while a blob is put. */
async function syncedBy(key: string): Promise<Set<number>> {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced = new Set<number>();
  const { sync } = prototype;
  jest.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    synced.add(fstatSync(this.fd).ino);
    return sync.call(this);
  });
  await store.put(key, Readable.from(['Piers.']));
  jest.restoreAllMocks();
  return synced;
}

const inodesOf = async (...names: string[]): Promise<Set<number>> =>
  new Set(await Promise.all(names.map(async (name) => (await stat(join(folder, name))).ino)));

it('a blob is durable with every folder that was created for it', async () => {
  expect(await syncedBy('a/b/one')).toEqual(await inodesOf('.', 'a', 'a/b', 'a/b/one'));
  expect(await syncedBy('a/b/two')).toEqual(await inodesOf('a/b', 'a/b/two'));
});

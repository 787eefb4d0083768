import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobMissing, type BlobStore } from '../../src/blobs/blob-store.ts';
import { openWritableBlobStore } from '../../src/blobs/open-blob-store.ts';

const KEY = 'project/document';
const GONE = 'it is gone, or not mounted';

let place: string;
let root: string;
let volume: string;
let store: BlobStore;

const bytes = (): Readable => Readable.from([Buffer.from('x')]);

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'pks-blobs-'));
  [root, volume] = [join(place, 'mounted', 'documents'), join(place, 'volume')];
  store = await openWritableBlobStore(root, 1_000);
  await store.put(KEY, bytes());
});
afterEach(() => rm(place, { recursive: true }));

describe.each([
  ['is gone', async () => rename(root, volume)],
  [
    'is the empty folder in which its volume was mounted',
    async () => {
      await rename(root, volume);
      await mkdir(root);
    },
  ],
])('a store whose folder %s', (_, unmount) => {
  beforeEach(unmount);

  it('writes nothing, and calls nothing missing or deleted', async () => {
    await expect(store.put('project/other', bytes())).rejects.toThrow(GONE);
    await expect(store.delete(KEY)).rejects.toThrow(GONE);
    await expect(store.deleteFolder('project')).rejects.toThrow(GONE);
    const reading = store.get(KEY);
    await expect(reading).rejects.toThrow(GONE);
    await expect(reading).rejects.not.toBeInstanceOf(BlobMissing);
    expect(await readdir(root).catch(() => [])).toEqual([]);
  });

  it('continues once it is back', async () => {
    await rm(root, { recursive: true, force: true });
    await rename(volume, root);
    await store.put('another/other', bytes());
    await store.delete(KEY);
    expect(await readdir(root)).toEqual(expect.arrayContaining(['another', 'project']));
  });
});

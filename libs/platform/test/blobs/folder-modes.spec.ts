import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openWritableBlobStore } from '../../src/blobs/open-blob-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('blobs and their folders are readable by their owner alone', async () => {
  const place = join(folder, 'documents');
  const store = await openWritableBlobStore(place, 1_000);
  await store.put('project/document', Readable.from('secret'));
  await store.close();
  const modes: string[] = [];
  for (const path of ['', '.unfinished', 'project', 'project/document'])
    modes.push(((await stat(join(place, path))).mode & 0o777).toString(8));
  expect(modes).toEqual(['700', '700', '700', '600']);
});

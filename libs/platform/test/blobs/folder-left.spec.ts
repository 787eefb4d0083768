import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openWritableBlobStore } from '../../src/blobs/open-blob-store.ts';
import { keysOf } from '../fixtures/blob-stores.ts';

const HOUR_MS = 60 * 60 * 1000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-blobs-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('what a crash left unfinished in a folder', () => {
  it('is removed at the next start once it is a day old, and nothing that may still be written', async () => {
    const unfinished = join(folder, '.unfinished');
    await mkdir(unfinished);
    for (const [name, hours] of [
      ['old', 25],
      ['new', 23],
    ] as const) {
      await writeFile(join(unfinished, name), 'x');
      const written = new Date(Date.now() - hours * HOUR_MS);
      await utimes(join(unfinished, name), written, written);
    }
    const store = await openWritableBlobStore(folder, 1_000);
    expect(await readdir(unfinished)).toEqual(['new']);
    expect(await keysOf(store)).toEqual([]);
    await store.close();
  });
});

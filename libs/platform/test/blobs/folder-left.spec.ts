import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@pks/testing';
import { openWritableBlobStore } from '../../src/blobs/open-blob-store.ts';
import { keysOf } from '../fixtures/blob-stores.ts';

const HOUR_MS = 60 * 60 * 1000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-blobs-'));
});

afterEach(async () => {
  jest.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A file that a crash left this many hours ago. */
async function left(name: string, hours: number): Promise<void> {
  const unfinished = join(folder, '.unfinished');
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, name), 'x');
  const written = new Date(Date.now() - hours * HOUR_MS);
  await utimes(join(unfinished, name), written, written);
}

describe('what a crash left unfinished in a folder', () => {
  it('is removed at the next start once it is a day old, and nothing that may still be written', async () => {
    await left('old', 25);
    await left('new', 23);
    const store = await openWritableBlobStore(folder, 1_000);
    expect(await readdir(join(folder, '.unfinished'))).toEqual(['new']);
    expect(await keysOf(store)).toEqual([]);
    await store.close();
  });

  it('is removed while the store is open, too, a day later at the latest, and not once it is closed', async () => {
    jest.useFakeTimers({
      doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
    });
    const store = await openWritableBlobStore(folder, 1_000);
    await left('old', 25);
    await left('new', 23);
    jest.advanceTimersByTime(24 * HOUR_MS);
    const names = () => readdir(join(folder, '.unfinished'));
    await eventually('it is removed', async () => !(await names()).includes('old'));
    expect(await names()).toEqual(['new']);
    await store.close();
    expect(jest.getTimerCount()).toBe(0);
  });
});

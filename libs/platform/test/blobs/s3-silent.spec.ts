import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pks/testing';
import { BlobMissing, type BlobStore, StoreSilent } from '../../src/blobs/blob-store.ts';
import { type StoreUnderTest, anS3Bucket, keysOf } from '../fixtures/blob-stores.ts';

const MIB = 1024 * 1024;
const SILENCE_MS = 1_000;
/** With a second attempt it takes longer. Milliseconds. */
const ONCE_MS = 1.9 * SILENCE_MS;
const KEY = 'documents/one';

let tested: StoreUnderTest;
let store: BlobStore;

beforeEach(async () => {
  tested = await anS3Bucket(SILENCE_MS);
  store = tested.store;
});
afterEach(() => tested.remove());

/** A stream that calls back when a part of a file has arrived, and has more parts. */
function manyParts(afterOne: () => void): Readable {
  return Readable.from(
    (async function* () {
      for (let sent = 0; sent < 12; sent += 1) {
        if (sent === 11) afterOne();
        yield Buffer.alloc(MIB, 1);
      }
    })(),
    { highWaterMark: 1 },
  );
}

describe('a bucket of a store that says nothing', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a blob is written', () => store.put(KEY, Readable.from([Buffer.from('x')]))],
    ['a large blob is written', () => store.put(KEY, Readable.from([Buffer.alloc(7 * MIB)]))],
    ['one is read', () => store.get(KEY)],
    ['one is deleted', () => store.delete(KEY)],
    ['a folder is deleted', () => store.deleteFolder('documents')],
    ['keys are listed', () => keysOf(store)],
  ])('is not waited for any longer, and not asked again, when %s', async (_, use) => {
    tested.pause();
    const began = Date.now();
    await expect(use()).rejects.toBeInstanceOf(StoreSilent);
    expect(Date.now() - began).toBeLessThan(ONCE_MS);
    tested.resume();
  });

  it('is not waited for when it falls silent between the parts of a blob, of which nothing is kept', async () => {
    let began = Date.now();
    const content = manyParts(() => {
      tested.pause();
      began = Date.now();
    });
    await expect(store.put(KEY, content)).rejects.toBeInstanceOf(StoreSilent);
    expect(Date.now() - began).toBeLessThan(ONCE_MS);
    tested.resume();
    await expect(store.get(KEY)).rejects.toBeInstanceOf(BlobMissing);
    await eventually('no part is left', async () => (await tested.unfinished()) === 0);
  });
});

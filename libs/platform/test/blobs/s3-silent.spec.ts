import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pks/testing';
import { BlobMissing, type BlobStore, StoreSilent } from '../../src/blobs/blob-store.ts';
import { type StoreUnderTest, anS3Bucket, keysOf } from '../fixtures/blob-stores.ts';

const MIB = 1024 * 1024;
const SILENCE_MS = 1_000;
const KEY = 'documents/one';
/** The requests while the store is silent: a part, and the end of the upload, whose answer is not waited for. */
const A_PART_AND_ITS_END = 2;

let tested: StoreUnderTest;
let store: BlobStore;

beforeEach(async () => {
  tested = await anS3Bucket(SILENCE_MS);
  store = tested.store;
});
afterEach(() => tested.remove());

/** A stream of more than two parts, which calls back once two of them were read. */
function manyParts(afterTwo: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      for (let sent = 0; sent < 12; sent += 1) {
        if (sent === 11) await afterTwo();
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
  ])('is asked once when %s', async (_, use) => {
    tested.pause();
    await expect(use()).rejects.toBeInstanceOf(StoreSilent);
    expect(tested.held()).toHaveLength(1);
    tested.resume();
  });

  it('is not waited for when it falls silent between the parts of a blob, of which nothing is kept', async () => {
    const before = tested.held().length;
    const afterTwo = async (): Promise<void> => {
      const begunAndTwo = before + 3;
      await eventually('they have arrived', () => Promise.resolve(tested.held().length >= begunAndTwo));
      tested.pause();
    };
    await expect(store.put(KEY, manyParts(afterTwo))).rejects.toBeInstanceOf(StoreSilent);
    expect(tested.held().slice(A_PART_AND_ITS_END)).toEqual([]);
    tested.resume();
    await expect(store.get(KEY)).rejects.toBeInstanceOf(BlobMissing);
    await eventually('no part is left', async () => (await tested.unfinished()) === 0);
  });
});

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untilStill } from '@pks/testing';
import { BlobMissing, type BlobStore } from '../../src/blobs/blob-store.ts';
import { type StoreUnderTest, aFolder, anS3Bucket, keysOf } from '../fixtures/blob-stores.ts';

const MIB = 1024 * 1024;

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function pieces(content: Buffer, size = 50_000): Readable {
  const count = Math.ceil(content.length / size);
  return Readable.from(Array.from({ length: count }, (_, n) => content.subarray(n * size, (n + 1) * size)));
}

/** A stream that fails after this many bytes. */
function breaking(bytes: number): Readable {
  return Readable.from(
    (async function* () {
      for (let sent = 0; sent < bytes; sent += MIB) yield Buffer.alloc(Math.min(MIB, bytes - sent), 1);
      throw new Error('The client is gone.');
    })(),
  );
}

describe.each<[string, () => Promise<StoreUnderTest>]>([
  ['a folder', aFolder],
  ['a bucket of an S3-compatible store', anS3Bucket],
])('%s', (_name, open) => {
  let tested: StoreUnderTest;
  let store: BlobStore;
  const aKey = (): string => `documents/${randomUUID()}`;

  beforeAll(async () => {
    tested = await open();
    store = tested.store;
  });

  afterAll(() => tested?.remove());

  it.each([0, 1, 64 * 1024, 5 * MIB, 8 * MIB, 30 * MIB + 1])(
    'gives %i bytes back as they were put, and says how many and which they are',
    async (size) => {
      const content = randomBytes(size);
      const key = aKey();
      const digest = createHash('sha256').update(content).digest('hex');
      expect(await store.put(key, pieces(content))).toEqual({ size, digest });
      expect((await readAll(await store.get(key))).equals(content)).toBe(true);
      await store.delete(key);
    },
  );

  it('returns a range', async () => {
    const key = aKey();
    await store.put(key, Readable.from([Buffer.from('0123456789')]));
    const partOf = async (first: number, last: number): Promise<string> =>
      String(await readAll(await store.get(key, { first, last })));
    expect(await partOf(0, 0)).toBe('0');
    expect(await partOf(3, 6)).toBe('3456');
    expect(await partOf(9, 9)).toBe('9');
    await store.delete(key);
  });

  it.each([10, 3 * MIB, 20 * MIB])('keeps nothing of a stream that fails after %i bytes', async (bytes) => {
    const key = aKey();
    await expect(store.put(key, breaking(bytes))).rejects.toThrow('The client is gone.');
    await expect(store.get(key)).rejects.toBeInstanceOf(BlobMissing);
    expect(await keysOf(store, 'documents/')).toEqual([]);
    expect(await tested.unfinished()).toBe(0);
  });

  it('keeps the previous bytes when a stream that would replace them fails', async () => {
    const key = aKey();
    await store.put(key, Readable.from([Buffer.from('first')]));
    await expect(store.put(key, breaking(20 * MIB))).rejects.toThrow('The client is gone.');
    expect(String(await readAll(await store.get(key)))).toBe('first');
    await store.delete(key);
  });

  it('reports what is missing', async () => {
    await expect(store.get(aKey())).rejects.toBeInstanceOf(BlobMissing);
    await expect(store.get(aKey(), { first: 0, last: 1 })).rejects.toBeInstanceOf(BlobMissing);
  });

  it('deletes, also what does not exist', async () => {
    const key = aKey();
    await store.put(key, Readable.from([Buffer.from('x')]));
    await store.delete(key);
    await store.delete(key);
    await expect(store.get(key)).rejects.toBeInstanceOf(BlobMissing);
  });

  it('deletes a folder, with what is below it and nothing else', async () => {
    const folder = `deleted-${randomUUID()}`;
    const keys = [`${folder}/a/1`, `${folder}/a/b/2`, `${folder}/ab`];
    for (const key of keys) await store.put(key, Readable.from([Buffer.from('x')]));
    for (let times = 0; times < 2; times += 1) await store.deleteFolder(`${folder}/a`);
    expect(await keysOf(store, folder)).toEqual([`${folder}/ab`]);
    await store.delete(`${folder}/ab`);
  });

  it('deletes a folder until it is told to end', async () => {
    const folder = `deleted-${randomUUID()}`;
    const keys = ['1', '2', '3'].map((name) => `${folder}/${name}`);
    for (const key of keys) await store.put(key, Readable.from([Buffer.from('x')]));
    let deleted = 0;
    const ending = store.deleteFolder(folder, async () => {
      deleted += 1;
      if (deleted === 2) throw new Error('enough');
    });
    await expect(ending).rejects.toThrow('enough');
    expect(await keysOf(store, folder)).toHaveLength(1);
    await store.deleteFolder(folder);
    expect(await keysOf(store, folder)).toEqual([]);
  });

  it('lists the keys, all or those with a common prefix', async () => {
    const folder = randomUUID();
    const keys = [`${folder}/a/1`, `${folder}/a/2`, `${folder}/b`];
    for (const key of keys) await store.put(key, Readable.from([Buffer.from('x')]));
    expect(await keysOf(store, `${folder}/`)).toEqual(keys);
    expect(await keysOf(store, `${folder}/a/`)).toEqual(keys.slice(0, 2));
    expect(await keysOf(store, `${folder}/c`)).toEqual([]);
    expect(await keysOf(store)).toEqual(expect.arrayContaining(keys));
    for (const key of keys) await store.delete(key);
    expect(await keysOf(store, `${folder}/`)).toEqual([]);
  });

  it.each([
    '',
    '/',
    '..',
    'a/../b',
    '../a',
    'a//b',
    '/a',
    'a/',
    '.unfinished/a',
    'A',
    'a b',
    'a\0',
    'ä',
    'a%2Fb',
  ])('refuses an invalid key: %j', async (key) => {
    await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow('is no key');
    await expect(store.get(key)).rejects.toThrow('is no key');
    await expect(store.delete(key)).rejects.toThrow('is no key');
  });

  it('continues to return the old bytes when they are replaced or deleted meanwhile', async () => {
    const key = aKey();
    const [first, second] = [Buffer.alloc(2 * MIB, 1), Buffer.alloc(2 * MIB, 2)];
    await store.put(key, Readable.from([first]));
    const reading = await store.get(key);
    await store.put(key, Readable.from([second]));
    expect((await readAll(reading)).equals(first)).toBe(true);
    const readingAgain = await store.get(key);
    await store.delete(key);
    expect((await readAll(readingAgain)).equals(second)).toBe(true);
  });

  it('does not read ahead of what it has written', async () => {
    let given = 0;
    const content = Readable.from(
      (async function* () {
        for (; given < 200; given += 1) yield Buffer.alloc(MIB);
      })(),
      { highWaterMark: 1 },
    );
    tested.pause();
    const key = aKey();
    const putting = store.put(key, content);
    await untilStill(() => given);
    expect(given).toBeLessThan(tested.pausable ? 12 : 201);
    tested.resume();
    expect((await putting).size).toBe(200 * MIB);
    await store.delete(key);
  });
});

import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { buildApp } from 'fauxqs';
import type { BlobStore } from '../../src/blobs/blob-store.ts';
import { openBlobStore } from '../../src/blobs/open-blob-store.ts';
import { keysOf } from '../fixtures/blob-stores.ts';

const NO_STORE = 'What answered is no S3-compatible store';
const PAGE = '<!doctype html><title>Log in</title>';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

let server: ReturnType<typeof buildApp>;
let store: BlobStore;

afterEach(async () => {
  await store.close();
  await server.close();
});

/** Opens a store at an endpoint that answers everything in the same way. */
async function at(status: number, headers: Record<string, string | number>, body = ''): Promise<void> {
  server = buildApp({ logger: false });
  server.addHook('onRequest', (_, reply) => reply.code(status).headers(headers).send(body));
  const endpoint = await server.listen({ host: '127.0.0.1', port: 0 });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  store = await openBlobStore(`s3://documents?region=eu-central-1&endpoint=${endpoint}`, 1_000);
}

const put = (bytes: number) => store.put('one', Readable.from([Buffer.alloc(bytes)]));

describe('an endpoint that answers with a page', () => {
  it.each([
    ['', HTML],
    [', with an ETag', { ...HTML, etag: '"a"' }],
    [', with an ETag and its length', { ...HTML, etag: '"a"', 'content-length': PAGE.length }],
  ])('is no store%s: nothing is written, deleted or listed', async (_, headers) => {
    await at(200, headers, PAGE);
    await expect(put(1)).rejects.toThrow(NO_STORE);
    await expect(put(7 * 1024 * 1024)).rejects.toThrow(NO_STORE);
    await expect(store.delete('one')).rejects.toThrow(NO_STORE);
    await expect(keysOf(store)).rejects.toThrow(NO_STORE);
  });

  it('is no store for a reader either', async () => {
    await at(200, HTML, PAGE);
    await expect(store.get('one')).rejects.toThrow(NO_STORE);
  });
});

describe('an endpoint that answers with nothing', () => {
  it('has written what it says the ETag of, whatever type nothing has', async () => {
    await at(200, { ...HTML, etag: '"a"', 'content-length': 0 });
    expect(await put(1)).toMatchObject({ size: 1 });
    await store.delete('one');
  });

  it('has written nothing without an ETag', async () => {
    await at(200, {});
    await expect(put(1)).rejects.toThrow(NO_STORE);
  });
});

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BlobMissing, BlobStore, type ByteRange, type WrittenBlob, assertBlobKey } from './blob-store.ts';
import { Counted } from './counted.ts';
import { type S3Address, s3AddressIn } from './s3-address.ts';

/** A blob goes in parts of this size, the least that S3 takes; each is held until it is there. Bytes. */
const PART_BYTES = 5 * 1024 * 1024;
/** More at a time, and one could arrive after the upload that it belongs to was given up, and stay. */
const PARTS_AT_A_TIME = 1;
/** A store that does not answer for so long is away. Milliseconds. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;

/** Keeps blobs as objects of a bucket, in any store that speaks S3. Credentials are found as every AWS tool finds them. */
export class S3BlobStore extends BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly address: S3Address,
  ) {
    super();
  }

  /** Opens what `s3://bucket/prefix?region=…&endpoint=…` names. @throws Error for what is no such address. */
  static open(where: string): S3BlobStore {
    const address = s3AddressIn(where);
    const { region, endpoint } = address;
    const client = new S3Client({
      ...(region === undefined ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    });
    return new S3BlobStore(client, address);
  }

  async put(key: string, content: Readable): Promise<WrittenBlob> {
    const counted = new Counted();
    try {
      await Promise.all(await whenBothEnded(pipeline(content, counted), this.send(key, counted)));
      return counted.written();
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    const { Body: body } = await this.client
      .send(new GetObjectCommand({ ...this.placeOf(key), ...part }))
      .catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new BlobMissing(`There is nothing under ${key}.`) : error;
      });
    if (body instanceof Readable) return body;
    throw new Error(`The store answered nothing for ${key}.`);
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.placeOf(key)));
  }

  async *keys(prefix = ''): AsyncGenerator<string> {
    const { bucket, prefix: folder } = this.address;
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: bucket, Prefix: folder + prefix });
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: key = '' } of objects) yield key.slice(folder.length);
    }
  }

  close(): Promise<void> {
    this.client.destroy();
    return Promise.resolve();
  }

  /** Sends what comes, in parts; when that fails, what was sent is given up. */
  private async send(key: string, content: Readable): Promise<void> {
    try {
      const params = { ...this.placeOf(key), Body: content };
      const sizes = { partSize: PART_BYTES, queueSize: PARTS_AT_A_TIME };
      await new Upload({ client: this.client, params, ...sizes }).done();
    } catch (error) {
      content.destroy(error instanceof Error ? error : undefined);
      throw error;
    }
  }

  private placeOf(key: string): { readonly Bucket: string; readonly Key: string } {
    assertBlobKey(key);
    return { Bucket: this.address.bucket, Key: this.address.prefix + key };
  }
}

/** Both as they came out, once neither goes on. */
async function whenBothEnded(...both: readonly Promise<void>[]): Promise<readonly Promise<void>[]> {
  await Promise.allSettled(both);
  return both;
}

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

/** Blobs are sent in parts of this size, the smallest that S3 accepts; each is in memory until it has arrived. Bytes. */
const PART_BYTES = 5 * 1024 * 1024;
/** With more, a part could arrive after its upload was aborted, and remain. */
const PARTS_AT_A_TIME = 1;
/** Timeouts of the store. Milliseconds. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;

/** Stores blobs as objects of a bucket, in any S3-compatible store. Credentials are looked up as the AWS tools do. */
export class S3BlobStore extends BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly address: S3Address,
  ) {
    super();
  }

  /** Opens the store at `s3://bucket/prefix?region=…&endpoint=…`. @throws Error for an invalid address. */
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

  async get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    const { Body: body } = await this.client
      .send(new GetObjectCommand({ ...this.placeOf(key), ...part }), signal ? { abortSignal: signal } : {})
      .catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new BlobMissing(`There is no blob ${key}.`) : error;
      });
    if (body instanceof Readable) return body;
    throw new Error(`The store returned no content for ${key}.`);
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.placeOf(key)));
  }

  async deleteFolder(folder: string): Promise<void> {
    assertBlobKey(folder);
    for await (const key of this.keys(`${folder}/`)) await this.delete(key);
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

  /** Sends a stream in parts; when that fails, the upload is aborted. */
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

/** Resolves with both promises once they are settled. */
async function whenBothEnded(...both: readonly Promise<void>[]): Promise<readonly Promise<void>[]> {
  await Promise.allSettled(both);
  return both;
}

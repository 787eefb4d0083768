import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  S3Client,
  type S3ClientConfig,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  BlobMissing,
  BlobStore,
  type ByteRange,
  StoreSilent,
  type WrittenBlob,
  assertBlobKey,
} from './blob-store.ts';
import { fieldOf } from '../outgoing/endpoint.ts';
import { Counted } from './counted.ts';
import { type S3Address, s3AddressIn } from './s3-address.ts';

/** Blobs are sent in parts of this size, the smallest that S3 accepts; each part is in memory until it has arrived. Bytes. */
const PART_BYTES = 5 * 1024 * 1024;
/** With more than one, a part could arrive after its upload was aborted, and remain. */
const PARTS_AT_A_TIME = 1;
/** How long connecting may take. Milliseconds. */
const CONNECT_MS = 5_000;
/** Once a blob is being read, its reader may be the slow side: for at most this long, no bytes may pass. Milliseconds. */
const READING = { throwOnRequestTimeout: true, socketTimeout: 30_000 } as const;
/** The client watches a connection from its start only if the timeout is below 6 s; otherwise it begins 3 s later. Milliseconds. */
const WATCHED_AT_ONCE_MS = 5_999;
const WATCHED_LATE_MS = 3_000;

/** Every S3-compatible store returns the ETag of an object that it stores or sends. */
const NO_STORE = 'What answered is no S3-compatible store: the endpoint in BLOB_STORE may be wrong.';

/** Stores blobs as objects of a bucket in any S3-compatible store. Looks credentials up as the AWS tools do. */
export class S3BlobStore extends BlobStore {
  private constructor(
    private readonly client: S3Client,
    private readonly uploading: S3Client,
    private readonly address: S3Address,
  ) {
    super();
  }

  /** Opens the store at `s3://bucket/prefix?region=…&endpoint=…`, which may be silent for `silenceMs` milliseconds. @throws Error for an invalid address. */
  static open(where: string, silenceMs: number): S3BlobStore {
    const address = s3AddressIn(where);
    const connectionTimeout = Math.min(CONNECT_MS, silenceMs);
    const asking = { connectionTimeout, requestTimeout: silenceMs, ...READING };
    const uploading = { connectionTimeout, socketTimeout: watchedMsOf(silenceMs) };
    return new S3BlobStore(clientOf(address, asking), clientOf(address, uploading), address);
  }

  async put(key: string, content: Readable): Promise<WrittenBlob> {
    const counted = new Counted();
    try {
      await Promise.all(await whenBothEnded(this.send(key, counted), pipeline(content, counted)));
      return counted.written();
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.first}-${range.last}` } : {};
    const { Body: body, ETag: tag } = await this.client
      .send(new GetObjectCommand({ ...this.placeOf(key), ...part }), signal ? { abortSignal: signal } : {})
      .catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new BlobMissing(`There is no blob ${key}.`) : error;
      });
    if (!(body instanceof Readable)) throw new Error(`The store returned no content for ${key}.`);
    if (tag !== undefined) return body;
    body.destroy();
    throw new Error(NO_STORE);
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.placeOf(key)));
  }

  async deleteFolder(folder: string, afterSome?: () => Promise<void>): Promise<void> {
    assertBlobKey(folder);
    for await (const key of this.keys(`${folder}/`)) {
      await this.delete(key);
      await afterSome?.();
    }
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
    this.uploading.destroy();
    return Promise.resolve();
  }

  /** Sends a stream in parts, and aborts the upload if that fails; if the store was silent, it does not wait for the abort. */
  private async send(key: string, content: Readable): Promise<void> {
    const params = { ...this.placeOf(key), Body: content };
    const sizes = { partSize: PART_BYTES, queueSize: PARTS_AT_A_TIME };
    const upload = new Upload({ client: this.uploading, params, ...sizes, leavePartsOnError: true });
    try {
      const { ETag: tag } = await upload.done();
      if (tag === undefined) throw new Error(NO_STORE);
    } catch (error) {
      content.destroy(error instanceof Error ? error : undefined);
      const aborted = this.abort(key, upload.uploadId);
      if (!(error instanceof StoreSilent)) await aborted;
      throw error;
    }
  }

  /** Ignores failures: an upload that cannot be aborted is no blob, and is left to the store's rules for unfinished uploads. */
  private async abort(key: string, uploadId: string | undefined): Promise<void> {
    if (uploadId === undefined) return;
    const command = new AbortMultipartUploadCommand({ ...this.placeOf(key), UploadId: uploadId });
    await this.client.send(command).catch(() => undefined);
  }

  private placeOf(key: string): { readonly Bucket: string; readonly Key: string } {
    assertBlobKey(key);
    return { Bucket: this.address.bucket, Key: this.address.prefix + key };
  }
}

/** Unlike other failures, a timeout is not retried: a silent store is waited for only once. */
function clientOf(
  { region, endpoint }: S3Address,
  requestHandler: NonNullable<S3ClientConfig['requestHandler']>,
): S3Client {
  const client = new S3Client({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler,
  });
  client.middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        throw isTimeout(error) ? new StoreSilent('The store says nothing.') : error;
      }),
    { step: 'deserialize' },
  );
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const answer = await next(request);
        if (commandName !== 'GetObjectCommand' && isPage(answer.response)) throw new Error(NO_STORE);
        return answer;
      },
    { step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** Whether a success is really a page for people, such as a proxy's login page. Some stores send this type with empty responses, too. */
function isPage(response: unknown): boolean {
  const headers = fieldOf(response, 'headers');
  const type = fieldOf(headers, 'content-type');
  const isText = typeof type === 'string' && type.startsWith('text/html');
  return isText && fieldOf(response, 'statusCode') === 200 && fieldOf(headers, 'content-length') !== '0';
}

/** How long the client may let a watched connection be silent: after much was sent, it waits for this time twice. Milliseconds. */
function watchedMsOf(silenceMs: number): number {
  return Math.max((silenceMs - WATCHED_LATE_MS) / 2, Math.min(silenceMs / 2, WATCHED_AT_ONCE_MS));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Resolves with both promises once both have settled, so that of two failures the first one given is reported. */
async function whenBothEnded(...both: readonly Promise<void>[]): Promise<readonly Promise<void>[]> {
  await Promise.allSettled(both);
  return both;
}

import type { Readable } from 'node:stream';

/** Thrown for a key without a blob. */
export class BlobMissing extends Error {}

/** Thrown when a store has not responded in time. */
export class StoreSilent extends Error {}

/** The size and digest of a written blob. */
export interface WrittenBlob {
  /** Bytes. */
  readonly size: number;
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string;
}

/** A part of a blob, by its first and last byte, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/**
 * Stores blobs under keys: path-like, of `a-z0-9-` separated by slashes. No blob is ever held in memory as a whole. Each method
 * may throw StoreSilent.
 */
export abstract class BlobStore {
  /** Writes a stream. Resolves once the blob is durable; when it rejects because the stream failed, the previous blob of the key remains. */
  abstract put(key: string, content: Readable): Promise<WrittenBlob>;
  /** Reads a blob, or a range of it, as it was at the time of the call. The signal aborts a request to a remote store. @throws BlobMissing */
  abstract get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  /** Deletes a blob, if it exists. */
  abstract delete(key: string): Promise<void>;
  /** Deletes the blobs of a folder: those whose keys begin with its name and a slash. Calls `afterSome` now and then, and stops if that throws. */
  abstract deleteFolder(folder: string, afterSome?: () => Promise<void>): Promise<void>;
  /** The keys with a prefix, in no order, for checks. */
  abstract keys(prefix?: string): AsyncIterable<string>;
  /** Closes connections. */
  abstract close(): Promise<void>;
}

/** Checks the form of a key. @throws Error */
export function assertBlobKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of a blob.`);
}

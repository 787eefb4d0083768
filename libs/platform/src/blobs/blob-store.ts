import type { Readable } from 'node:stream';

/** Thrown for a key under which there are no bytes. */
export class BlobMissing extends Error {}

/** What was written. */
export interface WrittenBlob {
  /** Bytes. */
  readonly size: number;
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string;
}

/** A part of a blob: its first and its last byte, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/** Keeps bytes under keys: path-like, of `a-z0-9-` with slashes between. Nothing is ever held whole in memory. */
export abstract class BlobStore {
  /** Writes all that the stream has. Resolves when it is durable; when it rejects (the stream failed), what was under the key before still is. */
  abstract put(key: string, content: Readable): Promise<WrittenBlob>;
  /** All of it, or a part that lies within it; as it was when it was asked for. @throws BlobMissing */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;
  /** Also where there is nothing. */
  abstract delete(key: string): Promise<void>;
  /** The keys under a prefix, in no order: for checks. */
  abstract keys(prefix?: string): AsyncIterable<string>;
  /** Lets go of connections. */
  abstract close(): Promise<void>;
}

/** What names no blob reaches no store. @throws Error */
export function assertBlobKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of a blob.`);
}

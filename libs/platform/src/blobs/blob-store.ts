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

/** Keeps bytes under keys: path-like, of `a-z0-9-` with slashes between. Nothing is ever held whole in memory. */
export abstract class BlobStore {
  /** Writes all that the stream has. Resolves when it is durable; when it rejects (the stream failed), nothing is under the key. */
  abstract put(key: string, content: Readable): Promise<WrittenBlob>;
  /** All of it. @throws BlobMissing */
  abstract get(key: string): Promise<Readable>;
  /** Also where there is nothing. */
  abstract delete(key: string): Promise<void>;
  /** The keys under a prefix, in no order: for checks. */
  abstract keys(prefix?: string): AsyncIterable<string>;
  /** Lets go of connections. */
  abstract close(): Promise<void>;
}

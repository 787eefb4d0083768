import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { WrittenBlob } from './blob-store.ts';

/** Counts the bytes that pass through it, and computes their digest. */
export class Counted extends Transform {
  private readonly hash = createHash('sha256');
  /** Bytes so far. Not named `size`, which the S3 client would take for the size of the whole stream. */
  private passed = 0;

  /** The total. Called once, at the end of the stream. */
  written(): WrittenBlob {
    return { size: this.passed, digest: this.hash.digest('hex') };
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    this.hash.update(chunk);
    this.passed += chunk.length;
    done(null, chunk);
  }
}

import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { WrittenBlob } from './blob-store.ts';

/** Counts what passes through it, and takes its digest. */
export class Counted extends Transform {
  private readonly hash = createHash('sha256');
  /** Not named `size`: the S3 client would take it for that of all. */
  private passed = 0;

  /** What has passed; asked for once, when all has. */
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

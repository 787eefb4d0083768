import { fstatSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;

/** The file that is read. It is open already, so that the process needs no permission to open files. */
export class Source {
  readonly fd: number;
  /** Bytes. */
  readonly size: number;

  constructor(fd: number) {
    this.fd = fd;
    this.size = fstatSync(fd).size;
  }

  /** Its first bytes, 64 KiB at most. */
  head(): Buffer {
    return this.slice(0, Math.min(this.size, 1 << 16));
  }

  whole(): Buffer {
    return this.slice(0, this.size);
  }

  /** Its bytes from a position on, one piece after another. A piece is overwritten when the next one is requested. */
  *chunks(from: number): Generator<Buffer> {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let at = from; ;) {
      const length = readSync(this.fd, buffer, 0, CHUNK, at);
      if (length === 0) return;
      yield buffer.subarray(0, length);
      at += length;
    }
  }

  private slice(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(this.fd, bytes, length, bytes.length - length, from + length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  }
}

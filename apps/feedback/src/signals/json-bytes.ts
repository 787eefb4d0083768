/** Beyond what was expected, by so much at least. Bytes. */
const MORE = 1024 * 1024;

/** Text that is put together in one piece of memory: it is never there twice, unless it is longer than was expected. */
export class JsonBytes {
  private bytes: Buffer;
  private length = 0;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  add(text: string): void {
    const missing = this.length + Buffer.byteLength(text) - this.bytes.length;
    if (missing > 0) {
      const more = Math.max(missing, MORE, Math.ceil(this.length / 4));
      this.bytes = Buffer.concat([this.written], this.bytes.length + more);
    }
    this.length += this.bytes.write(text, this.length);
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

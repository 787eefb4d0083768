/** The minimum by which the buffer grows beyond the expected size. Bytes. */
const GROWTH_BYTES = 1024 * 1024;

/** JSON that is written piece by piece into one buffer, which is copied only if the JSON is longer than expected. */
export class JsonBytes {
  private bytes: Buffer;
  private length = 0;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  add(text: string): void {
    const missing = this.length + Buffer.byteLength(text) - this.bytes.length;
    if (missing > 0) {
      const more = Math.max(missing, GROWTH_BYTES, Math.ceil(this.length / 4));
      this.bytes = Buffer.concat([this.written], this.bytes.length + more);
    }
    this.length += this.bytes.write(text, this.length);
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

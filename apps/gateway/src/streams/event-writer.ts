import type { ServerResponse } from 'node:http';

/** How long the last text may take to be read before the connection is closed. Milliseconds. */
const END_TIMEOUT_MS = 1_000;

/**
 * Writes events to one client, no faster than the client reads: buffers no more than one text. A client that reads nothing of its
 * answer is disconnected, as everywhere (`beginAnswer`).
 */
export class EventWriter {
  private blocked = false;

  constructor(private readonly response: ServerResponse) {}

  /** Whether the answer has ended or the client is gone. */
  get closed(): boolean {
    return this.response.writableEnded || this.response.closed || this.response.destroyed;
  }

  /** Writes a text; resolves when the next one may be written, or the client is gone. */
  async write(text: string): Promise<void> {
    if (this.closed || this.response.write(text)) return;
    this.blocked = true;
    await this.drained();
    this.blocked = false;
  }

  /** Writes a text that may be skipped while the client is behind. */
  writeUnlessBlocked(text: string): void {
    if (!this.closed && !this.blocked) this.response.write(text);
  }

  /** Writes the last text and ends the answer; a client that does not read it is disconnected. */
  end(text = ''): void {
    if (this.closed) return;
    const timeout = setTimeout(() => this.response.destroy(), END_TIMEOUT_MS);
    this.response.once('close', () => clearTimeout(timeout)).end(text);
  }

  private drained(): Promise<void> {
    const { response } = this;
    return new Promise((resolve) => {
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }
}

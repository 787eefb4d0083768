import type { ServerResponse } from 'node:http';

/** What was written last gets so long to leave before the connection is ended under it. Milliseconds. */
const FAREWELL_MS = 1_000;

/** Writes events to one reader, never faster than he takes them: no more of them is held than one piece of text. */
export class EventWriter {
  private blocked = false;

  /** A reader who takes nothing for `patienceMs` while something waits for him is disconnected. */
  constructor(
    private readonly response: ServerResponse,
    private readonly patienceMs: number,
  ) {}

  /** Whether nobody reads any more. */
  get closed(): boolean {
    return this.response.writableEnded || this.response.closed || this.response.destroyed;
  }

  /** Writes, and resolves when the reader has taken it or is gone. */
  async write(text: string): Promise<void> {
    if (this.closed || this.response.write(text)) return;
    this.blocked = true;
    await this.taken();
    this.blocked = false;
  }

  /** Writes what may be left out while the reader is behind. */
  say(text: string): void {
    if (!this.closed && !this.blocked) this.response.write(text);
  }

  /** Writes the last words and ends the answer; a reader who does not take them is disconnected. */
  end(text = ''): void {
    if (this.closed) return;
    const farewell = setTimeout(() => this.response.destroy(), FAREWELL_MS);
    this.response.once('close', () => clearTimeout(farewell)).end(text);
  }

  private taken(): Promise<void> {
    const { response } = this;
    return new Promise((resolve) => {
      const impatient = setTimeout(() => response.destroy(), this.patienceMs);
      const done = (): void => {
        clearTimeout(impatient);
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }
}

import { Bell } from './bell.ts';

/** Takes one step after another in the background, from `open` until `close`. */
export class Loop {
  private readonly bell = new Bell();
  private underWay: Promise<void> | undefined;
  private closing = false;

  /** Whether it is closed, or being closed: a step that takes long ends early. */
  get stopping(): boolean {
    return this.closing;
  }

  /** Begins, unless it has begun or is closed. A step returns how long to wait before the next one, in milliseconds, and never throws. */
  open(step: () => Promise<number>): void {
    this.underWay ??= this.run(step);
  }

  /** Has the next step follow at once. */
  ring(): void {
    this.bell.ring();
  }

  /** Takes no more steps, and resolves when the one under way is done. */
  async close(): Promise<void> {
    this.closing = true;
    this.bell.ring();
    await this.underWay;
  }

  private async run(step: () => Promise<number>): Promise<void> {
    while (!this.closing) {
      const waitMs = await step();
      if (waitMs > 0 && !this.closing) await this.bell.wait(waitMs);
    }
  }
}

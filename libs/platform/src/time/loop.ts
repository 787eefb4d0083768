import { Bell } from './bell.ts';

/** Takes one step after the other in the background, from `open` until `close`. */
export class Loop {
  private readonly bell = new Bell();
  private underWay: Promise<void> | undefined;
  private closing = false;

  /** Whether the loop is closed, or being closed: a long step should then end early. */
  get stopping(): boolean {
    return this.closing;
  }

  /** Starts the loop, unless it has started or is closed. A step returns how long to wait before the next one, in milliseconds, and never throws. */
  open(step: () => Promise<number>): void {
    this.underWay ??= this.run(step);
  }

  /** Takes the next step at once. */
  ring(): void {
    this.bell.ring();
  }

  /** Takes no more steps, and resolves once the step under way is done. */
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

import type { Log } from '../logging/log.ts';
import { Bell } from '../time/bell.ts';
import type { DeferredEvents } from './deferred-events.ts';
import type { EventHandling } from './event-handling.ts';

/** Milliseconds. */
const POLL_EVERY_MS = 1_000;

/** Retries the events that consumers failed at, when they are due. */
export class DeferredLoop {
  private readonly bell = new Bell();
  private readonly handlings: ReadonlyMap<string, EventHandling>;
  private underWay: Promise<void> | undefined;
  private stopping = false;
  private failing = false;

  constructor(
    private readonly deferred: DeferredEvents,
    handlings: readonly EventHandling[],
    private readonly log: Log,
  ) {
    this.handlings = new Map(handlings.map((handling) => [handling.consumer, handling]));
  }

  open(): void {
    this.underWay = this.run();
  }

  async close(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.underWay;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      await this.tryDue();
      if (!this.stopping) await this.bell.wait(POLL_EVERY_MS);
    }
  }

  private async tryDue(): Promise<void> {
    try {
      for (const { consumer, event } of await this.deferred.takeDue()) {
        if (this.stopping) return;
        await this.handlings.get(consumer)?.handle(event);
      }
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.log.warn({ err: error }, 'deferred events cannot be retried');
      this.failing = true;
    }
  }
}

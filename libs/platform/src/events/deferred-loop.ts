import type { Log } from '../logging/log.ts';
import type { Clock } from '../time/clock.ts';
import { Bell } from '../time/bell.ts';
import type { DeferredEvents } from './deferred-events.ts';
import type { EventHandling } from './event-handling.ts';

/** Milliseconds. */
const POLL_EVERY_MS = 1_000;
/** Events are leased for 10 s: those that have not begun by then would be retried by another process as well. Milliseconds. */
const BEGUN_WITHIN_MS = 8_000;

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
    private readonly clock: Clock,
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
      const begun = this.clock.elapsed();
      for (const { consumer, event, failures } of await this.deferred.takeDue()) {
        if (this.stopping || this.clock.elapsed() - begun >= BEGUN_WITHIN_MS) break;
        await this.handlings.get(consumer)?.handle(event, failures);
      }
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.log.warn({ err: error }, 'deferred events cannot be retried');
      this.failing = true;
    }
  }
}

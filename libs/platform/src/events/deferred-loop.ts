import type { Log } from '../logging/log.ts';
import type { Clock } from '../time/clock.ts';
import { Loop } from '../time/loop.ts';
import { type DeferredEvents, type DueEvent, MOST_DUE } from './deferred-events.ts';
import type { EventHandling } from './event-handling.ts';

/** How often to look for due events, and to try a consumer while something that it needs is away. Milliseconds. */
const POLL_EVERY_MS = 1_000;
/** Events are leased for 10 s: after this time no more of them are begun, because another process would soon retry them as well. Milliseconds. */
const BEGUN_WITHIN_MS = 8_000;

/**
 * Retries the events at which consumers failed, when they are due. While something that a consumer needs is away, one of its
 * events is tried each second: once one takes effect, all that wait follow.
 */
export class DeferredLoop {
  private readonly loop = new Loop();
  private readonly handlings: ReadonlyMap<string, EventHandling>;
  /** When each consumer was last tried in vain because something that it needs is away. */
  private readonly triedAt = new Map<string, number>();
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
    this.loop.open(() => this.tryDue());
  }

  close(): Promise<void> {
    return this.loop.close();
  }

  private async tryDue(): Promise<number> {
    try {
      const more = await this.retrySome();
      this.failing = false;
      return more ? 0 : POLL_EVERY_MS;
    } catch (error) {
      if (!this.failing) this.log.warn({ err: error }, 'deferred events cannot be retried');
      this.failing = true;
      return POLL_EVERY_MS;
    }
  }

  /** Returns whether other events wait that may take effect now. */
  private async retrySome(): Promise<boolean> {
    const now = this.clock.elapsed();
    const consumers = [...this.handlings.keys()].filter((consumer) => this.mayBeTried(consumer, now));
    const due = await this.deferred.takeDue(consumers);
    const left: DueEvent[] = [];
    let more = false;
    for (const one of due) {
      if (this.clock.elapsed() - now >= BEGUN_WITHIN_MS) break;
      if (this.loop.stopping || !this.mayBeTried(one.consumer, now)) {
        left.push(one);
        continue;
      }
      const attempt = await this.handlings.get(one.consumer)?.handle(one.event, one.failures);
      if (attempt === 'away') this.triedAt.set(one.consumer, now);
      if (attempt !== 'failed') more = due.length === MOST_DUE;
    }
    await this.deferred.giveBack(left);
    return more;
  }

  private mayBeTried(consumer: string, now: number): boolean {
    return now - (this.triedAt.get(consumer) ?? -Infinity) >= POLL_EVERY_MS;
  }
}

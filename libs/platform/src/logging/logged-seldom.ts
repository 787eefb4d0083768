import type { Clock } from '../time/clock.ts';

/** How often something that lasts is logged. Milliseconds. */
const LOG_EVERY_MS = 60_000;

/** Counts what happens again and again, so that it is logged when it begins, and then once a minute. */
export class LoggedSeldom {
  private readonly kinds = new Map<string, { loggedAt: number; since: number }>();

  constructor(private readonly clock: Clock) {}

  /** Notes that something of a kind happened. Returns how often it happened since it was last logged; 0 if it need not be logged again yet. */
  note(kind: string): number {
    const now = this.clock.elapsed();
    const known = this.kinds.get(kind) ?? { loggedAt: -Infinity, since: 0 };
    const times = known.since + 1;
    const isDue = now - known.loggedAt >= LOG_EVERY_MS;
    this.kinds.set(kind, isDue ? { loggedAt: now, since: 0 } : { loggedAt: known.loggedAt, since: times });
    return isDue ? times : 0;
  }
}

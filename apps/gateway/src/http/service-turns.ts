import { Injectable } from '@nestjs/common';
import { Clock, DeadlineExceeded, Fault, Limiter, noteFailedCall } from '@pks/platform/process';
import { EarlyRefusals } from './early-refusals.ts';

/** What waits may wait for as long as its deadline allows, unless the line does not end. */
const WAITING = { queue: 10_000, congestion: { afterMs: 250, waitMs: 25, retryMs: 1_000 } };
/**
 * For each service: the calls under way, those of one tenant, and those that wait for their turn. A replica of a service runs
 * fewer of a tenant at a time, so that nobody gets less for it. What waits here costs neither the service nor the bus
 * anything, and a tenant with thousands of connections sends no faster than its calls are answered.
 */
const LIMITS = { concurrency: 64, mostOfOne: 48, ...WAITING };
/** The same of calls that last: they wait for others, more than they work. */
const LASTING = { concurrency: 128, mostOfOne: 64, ...WAITING };

/** What a call waits for. */
export interface Turn {
  readonly service: string;
  /** Whether it lasts. */
  readonly lasts: boolean;
  /** Whose turn it takes. */
  readonly tenant: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/** Lets the tenants of a gateway take turns in calling each service. */
@Injectable()
export class ServiceTurns {
  private readonly limiters = new Map<string, Limiter>();

  constructor(
    private readonly clock: Clock,
    private readonly early: EarlyRefusals,
  ) {}

  /**
   * Makes a call when its turn comes.
   * @throws Throttled or Overloaded when too many wait; DeadlineExceeded when its deadline passes before its turn.
   */
  async take<T>({ service, lasts, tenant, deadline }: Turn, call: () => Promise<T>): Promise<T> {
    let begun = false;
    try {
      return await this.limiterOf(service, lasts).take(deadline, tenant, () => {
        begun = true;
        return call();
      });
    } catch (error) {
      if (begun || !(error instanceof Fault)) throw error;
      const isLate = error instanceof DeadlineExceeded;
      if (!isLate) this.early.repeat(error, service, tenant);
      throw noteFailedCall(error, { call: service, failure: isLate ? 'no_turn' : 'refused_here' });
    }
  }

  private limiterOf(service: string, lasts: boolean): Limiter {
    const known = this.limiters.get(service);
    if (known) return known;
    const limiter = new Limiter(lasts ? LASTING : LIMITS, this.clock);
    this.limiters.set(service, limiter);
    return limiter;
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, DeadlineExceeded, Fault, Limiter, noteFailedCall } from '@pks/platform/process';
import { EarlyRefusals } from './early-refusals.ts';

/** Calls may wait for as long as their deadlines allow, unless their line does not empty. */
const WAITING = { queue: 10_000, congestion: { afterMs: 250, waitMs: 25, retryMs: 1_000 } };
/**
 * For each service: the calls under way, those of one tenant, and those waiting for their turn. A replica of a service runs
 * fewer calls of a tenant at a time, so these limits slow nobody down. A call that waits here costs neither the service nor
 * the bus anything, and a tenant with thousands of connections sends no faster than its calls are answered.
 */
const LIMITS = { concurrency: 64, mostOfOne: 48, ...WAITING };
/** The same for lasting calls, which wait for others more than they work. */
const LASTING = { concurrency: 128, mostOfOne: 64, ...WAITING };

/** The turn that a call waits for. */
export interface Turn {
  readonly service: string;
  /** Whether the call is a lasting one. */
  readonly lasts: boolean;
  /** Whose turn it is. */
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

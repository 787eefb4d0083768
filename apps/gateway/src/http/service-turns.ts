import { Injectable } from '@nestjs/common';
import { Clock, Limiter } from '@pks/platform/process';

/**
 * For each service: the calls under way, those of one tenant, and those that wait for their turn. A replica of a service runs
 * fewer of a tenant at a time, so that nobody gets less for it. What waits here costs neither the service nor the bus
 * anything, and a tenant with thousands of connections sends no faster than its calls are answered.
 */
const LIMITS = { concurrency: 1_024, mostOfOne: 64, queue: 10_000 };

/** What a call waits for. */
export interface Turn {
  readonly service: string;
  /** Whose turn it takes. */
  readonly tenant: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/** Lets the tenants of a gateway take turns in calling each service. */
@Injectable()
export class ServiceTurns {
  private readonly limiters = new Map<string, Limiter>();

  constructor(private readonly clock: Clock) {}

  /**
   * Makes a call when its turn comes.
   * @throws Throttled or Overloaded when too many wait; DeadlineExceeded when its deadline passes before its turn.
   */
  take<T>({ service, tenant, deadline }: Turn, call: () => Promise<T>): Promise<T> {
    return this.limiterOf(service).take(deadline, tenant, call);
  }

  private limiterOf(service: string): Limiter {
    const known = this.limiters.get(service);
    if (known) return known;
    const limiter = new Limiter(LIMITS, this.clock);
    this.limiters.set(service, limiter);
    return limiter;
  }
}

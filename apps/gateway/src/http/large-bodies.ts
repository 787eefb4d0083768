import type { ServerResponse } from 'node:http';
import { type Clock, Limiter, SystemClock, Throttled } from '@pks/platform/process';

/** A body above this is large: it takes gateway and service many milliseconds to parse and to verify. Bytes. */
export const LARGE_BODY_BYTES = 256 * 1024;
/** One at a time, and no more waiting than fit the memory of a gateway: 4 MiB each. */
const LIMITS = { concurrency: 1, queue: 32, refusal: () => new Throttled(1) };

/** A request whose body has arrived. */
export interface ArrivedBody {
  /** Whose turn it takes. */
  readonly tenant: string;
  readonly response: ServerResponse;
}

/** Lets requests with large bodies take turns, by tenant: none is parsed before the one before it is answered. */
export class LargeBodies {
  private readonly limiter: Limiter;

  constructor(
    private readonly deadlineMs: number,
    private readonly clock: Clock = new SystemClock(),
  ) {
    this.limiter = new Limiter(LIMITS, clock);
  }

  /**
   * Resolves when it is the request's turn, which lasts until its response is sent, or its client gone.
   * @throws Throttled when too many wait; DeadlineExceeded when its turn does not come in time.
   */
  turn({ tenant, response }: ArrivedBody): Promise<void> {
    const deadline = this.clock.now().getTime() + this.deadlineMs;
    return new Promise((resolve, reject) => {
      const answered = (): Promise<void> => {
        resolve();
        return closed(response);
      };
      this.limiter.take(deadline, tenant, answered).catch(reject);
    });
  }
}

function closed(response: ServerResponse): Promise<void> {
  if (response.closed) return Promise.resolve();
  return new Promise((resolve) => response.once('close', () => resolve()));
}

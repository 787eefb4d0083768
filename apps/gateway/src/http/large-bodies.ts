import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, Limiter, SystemClock, Throttled } from '@pks/platform/process';
import { whenAnswering } from './answering.ts';
import { whenBodyIsOver } from './body-over.ts';

/** A body above this is large: it takes gateway and service many milliseconds to parse and to verify. Bytes. */
export const LARGE_BODY_BYTES = 256 * 1024;
const refusal = (): Throttled => new Throttled(1);
/** Those of one user arrive one at a time: of more, the gateway would read nothing else for many milliseconds. */
const ARRIVING = { concurrency: 256, mostOfOne: 1, queue: 1_000, refusal };
/** One that takes longer arrives slowly, which costs nobody anything: the next may begin. Milliseconds. */
const ARRIVAL_MS = 1_000;
/** One at a time, and no more waiting than fit the memory of a gateway: 4 MiB each. */
const ARRIVED = { concurrency: 1, queue: 32, refusal };
/** The next one is parsed after a pause, so that half of a gateway's time is left to small requests: it takes a millisecond for so many bytes. */
const BYTES_A_MS = 64 * 1024;

/** A request whose body has arrived. */
export interface ArrivedBody {
  /** Whose turn it takes. */
  readonly tenant: string;
  readonly response: ServerResponse;
  /** The size of the body. */
  readonly bytes: number;
}

/** Lets requests with large bodies take turns: those of a user in arriving, those of all tenants in being parsed. */
export class LargeBodies {
  private readonly arriving: Limiter;
  private readonly arrived: Limiter;

  constructor(
    private readonly deadlineMs: number,
    private readonly clock: Clock = new SystemClock(),
  ) {
    this.arriving = new Limiter(ARRIVING, clock);
    this.arrived = new Limiter(ARRIVED, clock);
  }

  /** Whether the body of a request is large, or may be. */
  static isLarge({ headers }: IncomingMessage): boolean {
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE_BODY_BYTES;
  }

  /**
   * Resolves when it is the body's turn to be read, which lasts until it has arrived, its client is gone, or it is slow. Throws
   * as `turn` does.
   */
  async arrival(user: string, request: IncomingMessage): Promise<void> {
    const leave = await this.arriving.enter(this.deadline, user);
    const timer = setTimeout(leave, ARRIVAL_MS);
    whenBodyIsOver(request, () => {
      clearTimeout(timer);
      leave();
    });
  }

  /**
   * Resolves when it is the request's turn to be parsed, which lasts until its answer begins, its client is gone, or as long as a request
   * may take, and a while longer. Whether the answer is read makes no difference: others wait for their turns.
   * @throws Throttled when too many wait; DeadlineExceeded when its turn does not come in time.
   */
  async turn({ tenant, response, bytes }: ArrivedBody): Promise<void> {
    const leave = await this.arrived.enter(this.deadline, tenant);
    const timer = setTimeout(leave, this.deadlineMs).unref();
    whenAnswering(response, () => {
      clearTimeout(timer);
      setTimeout(leave, bytes / BYTES_A_MS);
    });
  }

  private get deadline(): number {
    return this.clock.now().getTime() + this.deadlineMs;
  }
}

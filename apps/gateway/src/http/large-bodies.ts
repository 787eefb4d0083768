import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, Limiter, SystemClock, Throttled } from '@pks/platform/process';
import { whenAnswering } from './answering.ts';
import { whenBodyIsOver } from './body-over.ts';

/** A body above this is large: gateway and service take many milliseconds to parse and validate it. Bytes. */
export const LARGE_BODY_BYTES = 256 * 1024;
const refusal = (): Throttled => new Throttled(1);
/** A user's large bodies arrive one at a time; otherwise the gateway would read nothing else for many milliseconds. */
const ARRIVING = { concurrency: 256, mostOfOne: 1, queue: 1_000, refusal };
/** A body that takes longer than this arrives slowly, which costs nobody anything: the next may begin. Milliseconds. */
const ARRIVAL_MS = 1_000;
/** One is parsed at a time, and no more wait than fit into a gateway's memory: 4 MiB each. */
const ARRIVED = { concurrency: 1, queue: 32, refusal };
/** After a body, parsing pauses for a millisecond per so many bytes, so that half of a gateway's time is left for small requests. */
const BYTES_A_MS = 64 * 1024;

/** A request whose body has arrived. */
export interface ArrivedBody {
  /** In whose turn it is parsed. */
  readonly tenant: string;
  readonly response: ServerResponse;
  /** The size of the body. */
  readonly bytes: number;
}

/** Lets requests with large bodies take turns: one user's in arriving, all tenants' in being parsed. */
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

  /** Whether the body of a request is large, or of unknown length. */
  static isLarge({ headers }: IncomingMessage): boolean {
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE_BODY_BYTES;
  }

  /**
   * Resolves when it is the body's turn to be read. The turn lasts until the body has arrived, its client is gone, or it proves
   * slow. Throws as `turn` does.
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
   * Resolves when it is the request's turn to be parsed. The turn ends a pause after the answer begins or the client is gone, or when a
   * request's longest time is over. Whether the client reads the answer makes no difference: others wait for their turns.
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

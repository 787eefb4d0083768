import type { IncomingMessage } from 'node:http';
import { ArrivalTimeout, ArrivalTooSlow, ClientGone } from '../http/refusals.ts';

/** How fast a body has to arrive. Times are in milliseconds. */
export interface ArrivalLimits {
  readonly wholeMs: number;
  /** The average that a body has to keep while the reader waits for it. */
  readonly bytesPerSecond: number;
  /** How long a body may be behind that average if it was never ahead of it. */
  readonly behindMs: number;
  /** How long a body may pause, however far ahead of the average it was. */
  readonly pauseMs: number;
}

/**
 * A request's body while it arrives. Time in which a slow reader makes the client wait does not count against the
 * client.
 * @throws ClientGone, ArrivalTimeout, ArrivalTooSlow
 */
export async function* piecesOf(body: IncomingMessage, limits: ArrivalLimits): AsyncGenerator<Buffer> {
  const until = performance.now() + limits.wholeMs;
  const patience = new Patience(limits);
  const pieces: AsyncIterator<Buffer, unknown> = body.iterator({ destroyOnReturn: false });
  for (;;) {
    const piece = await patience.during(nextOf(pieces), until - performance.now());
    if (piece.done) return;
    patience.restore(piece.value.length);
    yield piece.value;
  }
}

/** How much longer the reader waits for a client: waiting uses the time up, bytes restore it. */
class Patience {
  private leftMs: number;

  constructor(private readonly limits: ArrivalLimits) {
    this.leftMs = limits.behindMs;
  }

  /** @throws ArrivalTooSlow, or ArrivalTimeout if the time for the whole body is up first. */
  async during<T>(work: Promise<T>, wholeMs: number): Promise<T> {
    const late = Promise.withResolvers<never>();
    const isWholeFirst = wholeMs < this.leftMs;
    const refuse = (): void => late.reject(isWholeFirst ? new ArrivalTimeout() : new ArrivalTooSlow());
    const timer = setTimeout(refuse, Math.max(0, Math.min(wholeMs, this.leftMs)));
    const from = performance.now();
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clearTimeout(timer);
      this.leftMs -= performance.now() - from;
    }
  }

  restore(bytes: number): void {
    const { bytesPerSecond, pauseMs } = this.limits;
    this.leftMs = Math.min(this.leftMs + (bytes * 1_000) / bytesPerSecond, pauseMs);
  }
}

async function nextOf(pieces: AsyncIterator<Buffer, unknown>): Promise<IteratorResult<Buffer, unknown>> {
  try {
    return await pieces.next();
  } catch (error) {
    throw new ClientGone('The client disconnected.', { cause: error });
  }
}

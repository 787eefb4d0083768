import type { IncomingMessage } from 'node:http';
import { ArrivalTimeout, ClientGone } from '../http/refusals.ts';

/** How long a body may take to arrive. Milliseconds. */
export interface ArrivalLimits {
  /** Without a byte while the reader waits for one. */
  readonly silenceMs: number;
  readonly wholeMs: number;
}

/**
 * A request's body while it arrives. A slow reader makes the client wait, which does not count as the client's silence.
 * @throws ClientGone, ArrivalTimeout
 */
export async function* piecesOf(
  body: IncomingMessage,
  { silenceMs, wholeMs }: ArrivalLimits,
): AsyncGenerator<Buffer> {
  const until = Date.now() + wholeMs;
  const pieces: AsyncIterator<Buffer, unknown> = body.iterator({ destroyOnReturn: false });
  for (;;) {
    const piece = await within(nextOf(pieces), Math.min(silenceMs, until - Date.now()));
    if (piece.done) return;
    yield piece.value;
  }
}

async function nextOf(pieces: AsyncIterator<Buffer, unknown>): Promise<IteratorResult<Buffer, unknown>> {
  try {
    return await pieces.next();
  } catch (error) {
    throw new ClientGone('The client disconnected.', { cause: error });
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ArrivalTimeout()), Math.max(0, ms));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

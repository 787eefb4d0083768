import type { IncomingMessage } from 'node:http';
import { ArrivalTimeout, ClientGone } from './refusals.ts';

/** How long a body may take. Milliseconds. */
export interface Patience {
  /** Without a byte, while bytes are waited for. */
  readonly silenceMs: number;
  readonly wholeMs: number;
}

/**
 * A request's body as it comes. Whoever is slow to take it holds the client up, and is not counted as the client's silence.
 * @throws ClientGone, ArrivalTimeout
 */
export async function* piecesOf(
  body: IncomingMessage,
  { silenceMs, wholeMs }: Patience,
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
    throw new ClientGone('The client is gone.', { cause: error });
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

import { ApiError, type StreamEvent } from '@pks/client';
import { askWhoIAm, isSignedOut, queryClient } from './client.ts';

/** How long to wait before following a stream again after the service was unreachable. Milliseconds. */
const AGAIN_MS = 5_000;

/** The service ended a stream and gave the reason. */
class Ended extends Error {}

interface Following {
  /** Reads the stream from its current position; returns when it is complete. */
  readonly read: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Called when the stream breaks off, for an unknown time. */
  readonly onBreak: () => void;
}

/**
 * Follows a stream until it is complete or refused: again after the service was unreachable or ended it, and after the user signed in
 * again. Each time, the stream is read from its beginning: it may belong to another user by then.
 */
export async function follow({ read, signal, onBreak }: Following): Promise<void> {
  while (!signal.aborted) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted) return;
      onBreak();
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
      // The session ended, or the user was removed from the project: the page shows that at once.
      if (isRefused || error instanceof Ended) askWhoIAm();
      if (isSignedOut(error)) await untilAnswered(signal);
      else if (isRefused) return;
      else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** The events of a stream up to its end. @throws Ended if the service ends it. */
export async function* untilEnded(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void> {
  for await (const event of events) {
    if (event.event === 'end') throw new Ended(reasonIn(event.data));
    yield event;
  }
}

function reasonIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : '';
}

/** Waits until the service answers any request: the user may have signed in in another tab. */
async function untilAnswered(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) resolve();
  });
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  leave();
}

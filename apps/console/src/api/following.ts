import { ApiError, type StreamEvent } from '@pks/client';
import { askWhoIAm, isSignedOut, queryClient } from './client.ts';

/** Before it is followed again after the service stayed away. Milliseconds. */
const AGAIN_MS = 5_000;

/** The service ended a stream, and said why. */
class Ended extends Error {}

interface Following {
  /** Reads it from where it is now; returns when it is complete. */
  readonly read: () => Promise<void>;
  readonly signal: AbortSignal;
  /** It has broken off: for how long, nobody knows. */
  readonly onBreak: () => void;
}

/**
 * Follows a stream until it is complete or refused: again after the service stayed away or ended it, and once one signed in again. What
 * is read again is read from its beginning: by then it may be another user's.
 */
export async function follow({ read, signal, onBreak }: Following): Promise<void> {
  while (!signal.aborted) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted) return;
      onBreak();
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
      // The session ended, or the user was removed from the project: what is shown says so at once.
      if (isRefused || error instanceof Ended) askWhoIAm();
      if (isSignedOut(error)) await untilAnswered(signal);
      else if (isRefused) return;
      else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** The events of a stream, without its end. @throws Ended where the service ends it. */
export async function* untilEnded(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void> {
  for await (const event of events) {
    if (event.event === 'end') throw new Ended(reasonIn(event.data));
    yield event;
  }
}

function reasonIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : '';
}

/** Waits until something is answered again: in another tab, the user may have signed in. */
async function untilAnswered(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) resolve();
  });
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  leave();
}

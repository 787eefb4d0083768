/** The default time limit of calls: longer than the service takes for any, including a run of a tool. Milliseconds. */
export const ANSWERS_WITHIN_MS = 60_000;

/** The longest time that `setTimeout` supports: it calls back at once for a longer one. Milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls back after the time, or never if it is longer than any timer (25 days). Returns a function that cancels this. */
export function callAfter(ms: number, callBack: () => void): () => void {
  if (ms > LONGEST_TIMER_MS) return () => undefined;
  const timer = setTimeout(callBack, ms);
  return () => clearTimeout(timer);
}

/** Resolves after the time. @throws the signal's reason as soon as it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      cancel();
      reject(reasonOf(signal));
    };
    const cancel = callAfter(ms, () => {
      signal?.removeEventListener('abort', end);
      resolve();
    });
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/**
 * Sends a request, and aborts it if its answer does not begin within the time; the rest of the answer may take any time.
 */
export async function begunWithin(
  ms: number,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const late = new AbortController();
  const cancel = callAfter(ms, () => late.abort(reasonOf(undefined)));
  try {
    return await send(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } finally {
    cancel();
  }
}

/** The pause that `Retry-After` asks for, in seconds or as a date. Milliseconds. */
export function askedPause(response: Response): number | undefined {
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted.', 'AbortError');
}

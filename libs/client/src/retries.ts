import { Unreachable } from './errors.ts';
import { ANSWERS_WITHIN_MS, askedPause, wait } from './waiting.ts';

/** How often and how long calls are repeated. */
export interface Retries {
  /** Repetitions of a call at most. */
  readonly times: number;
  /** The pause before the first; each is twice as long as the last. Milliseconds. */
  readonly firstMs: number;
  /** No pause is longer, not even if the service asks for it: then the call fails with that answer. Milliseconds. */
  readonly longestMs: number;
}

/** How calls are repeated unless a client says otherwise: 4 times at most, after 200 ms at first, and never after more than 30 s. */
export const RETRIES: Retries = { times: 4, firstMs: 200, longestMs: 30_000 };

/** Answers of a service that did nothing, and will work again soon (api.md, Errors). */
const PASSING: readonly number[] = [429, 503];
/** Answers of proxies, and of a service that did not wait to the end: the call may have had its effect. */
export const UNCERTAIN: readonly number[] = [502, 504];
/** With `Retry-After`, and under a key: an attempt with the same key is still running. */
const RUNNING = 409;

/** One call, repeatable. */
export interface Attempt {
  /** Whether a call that may have had its effect may be repeated: it reads, or has a key, or is the same when it is done twice. */
  readonly isSafe: boolean;
  readonly signal: AbortSignal | undefined;
  /** For how long an attempt without an answer may still run, and is waited for. Milliseconds; 60,000 without it. */
  readonly answersWithinMs?: number;
  /** Rejects when no answer came, or not the whole of one. */
  readonly send: () => Promise<Response>;
}

/**
 * Sends a call, and again where that helps: after 429 and 503 as `Retry-After` says, and, if that is safe, when no answer came. While an
 * attempt without an answer is still running, the call is repeated until the service has its answer.
 * @throws Unreachable when no answer came to the last attempt.
 */
export async function withRetries(attempt: Attempt, retries: Retries): Promise<Response> {
  const { isSafe, signal } = attempt;
  const send = outlasting(attempt, retries);
  for (let repeated = 0; ; repeated += 1) {
    const isLast = repeated >= retries.times;
    const backOff = retries.firstMs * 2 ** repeated * (0.5 + Math.random());
    const response = await send().catch((error: unknown) => {
      if (signal?.aborted) throw error;
      if (isLast || !isSafe) throw new Unreachable(error);
      return undefined;
    });
    if (response && !isRepeated(response.status, isSafe)) return response;
    const pause = Math.max((response && askedPause(response)) ?? 0, Math.min(backOff, retries.longestMs));
    if (response && (isLast || pause > retries.longestMs)) return response;
    await response?.body?.cancel();
    await wait(pause, signal);
  }
}

function isRepeated(status: number, isSafe: boolean): boolean {
  return PASSING.includes(status) || (isSafe && UNCERTAIN.includes(status));
}

/**
 * Sends an attempt, and while one before it, of which no answer came, is still running, sends it again for the answer: for as long as
 * an answer may take.
 */
function outlasting(
  { send, signal, answersWithinMs = ANSWERS_WITHIN_MS }: Attempt,
  { firstMs, longestMs }: Retries,
): () => Promise<Response> {
  let mayRun = false;
  let end: number | undefined;
  return async () => {
    for (;;) {
      const wasSent = mayRun;
      mayRun = true;
      const response = await send();
      mayRun = wasSent || UNCERTAIN.includes(response.status);
      const asked = askedPause(response);
      if (!wasSent || response.status !== RUNNING || asked === undefined) return response;
      const pause = Math.max(asked, firstMs);
      end ??= performance.now() + answersWithinMs;
      if (pause > longestMs || performance.now() + pause > end) return response;
      await response.body?.cancel();
      await wait(pause, signal);
    }
  };
}

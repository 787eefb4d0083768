import { Unreachable } from './errors.ts';
import { ANSWERS_WITHIN_MS, askedPause, wait } from './waiting.ts';

/** How often calls are repeated, and after which pauses. */
export interface Retries {
  /** The most repetitions of a call. */
  readonly times: number;
  /** The pause before the first repetition; each further one is twice as long. Milliseconds. */
  readonly firstMs: number;
  /** The longest pause. If the service asks for a longer one, the call fails with that answer. Milliseconds. */
  readonly longestMs: number;
}

/** The default retries: at most 4, the first after 200 ms, none after a pause of more than 30 s. */
export const RETRIES: Retries = { times: 4, firstMs: 200, longestMs: 30_000 };

/** Answers of a service that did nothing, and will soon work again (api.md, Errors). */
const PASSING: readonly number[] = [429, 503];
/** Answers of proxies, and of a service that stopped waiting: the call may have taken effect. */
export const UNCERTAIN: readonly number[] = [502, 504];
/** With `Retry-After` and under a key, this says that an attempt with the same key is still running. */
const RUNNING = 409;

/** A call that can be repeated. */
export interface Attempt {
  /** Whether the call may be repeated although it may have taken effect: it only reads, has a key, or has the same effect twice. */
  readonly isSafe: boolean;
  readonly signal: AbortSignal | undefined;
  /** How long an attempt without an answer may still be running, and is awaited. Milliseconds; by default 60,000. */
  readonly answersWithinMs?: number;
  /** Rejects if no answer came, or only a part of one. */
  readonly send: () => Promise<Response>;
}

/**
 * Sends a call, and repeats it where that helps: after 429 and 503 as `Retry-After` asks, and, if that is safe, when no answer came.
 * While an attempt without an answer is still running, the call is repeated until the service has its answer.
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
 * Sends an attempt. While an earlier one without an answer is still running, sends it again to get that answer, for as long as an answer
 * may take.
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

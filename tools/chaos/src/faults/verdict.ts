import type { Attempt } from '../client.ts';

/** The product's deadline for a request, and what the way to the client and a busy machine may add. Milliseconds. */
const DEADLINE_MS = 10_000;
const MARGIN_MS = 2_000;
/** After the end of a fault, everything is normal again within this time. Milliseconds. */
const NORMAL_WITHIN_MS = 10_000;
const SHOWN = 5;

/** What was seen of a case. Times are those of `performance.now`, in milliseconds. */
export interface Seen {
  readonly attempts: readonly Attempt[];
  readonly began: number;
  readonly ended: number;
  /** When a write, its event and its notification worked again. */
  readonly workedAgain: number;
  readonly mayFail: (attempt: Attempt) => boolean;
  /** What was lost or done twice, and what the case found itself. */
  readonly findings: readonly string[];
  /** Processes that ended although the case did not end them. */
  readonly endedProcesses: readonly string[];
}

/** The verdict on a case. */
export interface Verdict {
  /** Broken promises, a sentence each: none when the case passed. */
  readonly findings: readonly string[];
  /** How often each status was seen from the beginning of the fault to its end, and afterwards; `none` where no response arrived. */
  readonly during: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** From the end of the fault until nothing failed any more, and an event arrived. Milliseconds. */
  readonly normalAfterMs: number;
}

/** Judges what was seen. */
export function verdictOn(seen: Seen): Verdict {
  const { attempts, began, ended, workedAgain } = seen;
  const isDuring = (attempt: Attempt): boolean => attempt.ended >= began && attempt.began < ended;
  const isAfter = (attempt: Attempt): boolean => attempt.began >= ended;
  const failures = attempts.filter(hasFailed);
  const lastFailure = Math.max(ended, ...failures.map((attempt) => attempt.ended));
  const normalAfterMs = Math.max(lastFailure, workedAgain) - ended;
  return {
    findings: [
      ...seen.findings,
      ...seen.endedProcesses.map((end) => `A process ended: ${end}.`),
      ...some('failed before the fault', failures, ({ ended }) => ended < began),
      ...some('failed, and should not have', failures, (one) => one.ended >= began && !seen.mayFail(one)),
      ...some('had no response', attempts, ({ status }) => status === null),
      ...some('got a wrong status', attempts, isWrong),
      ...some(
        'got 503 without Retry-After',
        attempts,
        (one) => one.status === 503 && one.retryAfter === null,
      ),
      ...some('took longer than its deadline', attempts, (one) => tookMs(one) > DEADLINE_MS + MARGIN_MS),
      ...(normalAfterMs > NORMAL_WITHIN_MS
        ? [`Everything was normal again after ${Math.round(normalAfterMs)} ms, not within 10 s.`]
        : []),
    ],
    during: tally(attempts.filter(isDuring)),
    after: tally(attempts.filter(isAfter)),
    slowestMs: Math.max(0, ...attempts.map(tookMs)),
    normalAfterMs,
  };
}

/** A retried request whose first attempt is still running is told so with 409. */
function isStillRunning({ status, reason }: Attempt): boolean {
  return status === 409 && reason.includes('still running');
}

function hasFailed(attempt: Attempt): boolean {
  return attempt.status === null || (attempt.status >= 400 && !isStillRunning(attempt));
}

/** 503 and 504 say that something is away or slow; nothing else is said of it. */
function isWrong(attempt: Attempt): boolean {
  return hasFailed(attempt) && attempt.status !== null && ![503, 504].includes(attempt.status);
}

function tookMs({ began, ended }: Attempt): number {
  return ended - began;
}

function some(what: string, attempts: readonly Attempt[], isIt: (attempt: Attempt) => boolean): string[] {
  const those = attempts.filter(isIt);
  const shown = those.slice(0, SHOWN).map(shortly);
  return those.length === 0 ? [] : [`${those.length} × a request ${what}: ${shown.join('; ')}`];
}

function shortly(attempt: Attempt): string {
  const { method, status, reason } = attempt;
  const path = attempt.path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
  return `${method} ${path} ${status ?? 'none'} after ${Math.round(tookMs(attempt))} ms ${reason.slice(0, 120)}`.trim();
}

function tally(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of attempts) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1;
  return counts;
}

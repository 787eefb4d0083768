import type { Attempt } from '../client.ts';

/** The product's deadline for a request, and a margin for the way to the client and a busy machine. Milliseconds. */
const DEADLINE_MS = 10_000;
const MARGIN_MS = 2_000;
/** After the end of a fault, everything has to be normal again within this time. Milliseconds. */
const NORMAL_WITHIN_MS = 10_000;
/** While a fault is there, some request fails, or half of them take this long. Milliseconds. */
const NOTICED_MS = 200;
const SHOWN = 5;

/** The observations of a case. Times are those of `performance.now`, in milliseconds. */
export interface Seen {
  readonly attempts: readonly Attempt[];
  readonly began: number;
  readonly ended: number;
  /** When a write, its event and its notification worked again. */
  readonly workedAgain: number;
  readonly mayFail: (attempt: Attempt) => boolean;
  /** Whether the fault is one that no request notices. */
  readonly isSilent: boolean;
  /** Losses and duplicates, and the case's own findings. */
  readonly findings: readonly string[];
  /** Processes that ended without the case having ended them. */
  readonly endedProcesses: readonly string[];
}

/** The verdict on a case. */
export interface Verdict {
  /** Broken promises, a sentence each; empty if the case passed. */
  readonly findings: readonly string[];
  /** The number of responses by status from the beginning of the fault to its end, and afterwards; `none` if no response arrived. */
  readonly during: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** The time from the end of the fault until no request failed any more and an event arrived. Milliseconds. */
  readonly normalAfterMs: number;
}

/** Judges the observations of a case. */
export function verdictOn(seen: Seen): Verdict {
  const { attempts, began, ended, workedAgain } = seen;
  const isDuring = (attempt: Attempt): boolean => attempt.ended >= began && attempt.began < ended;
  const isAfter = (attempt: Attempt): boolean => attempt.began >= ended;
  const failures = attempts.filter(hasFailed);
  const lastFailure = most(failures, (attempt) => attempt.ended, ended);
  const normalAfterMs = Math.max(lastFailure, workedAgain) - ended;
  return {
    findings: [
      ...seen.findings,
      ...seen.endedProcesses.map((end) => `A process ended: ${end}.`),
      ...(seen.isSilent || isNoticed(attempts.filter(isDuring))
        ? []
        : ['No request noticed the fault: nothing was tested.']),
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
    slowestMs: most(attempts, tookMs, 0),
    normalAfterMs,
  };
}

/** Whether the answer says that the first attempt of a retried request is still running (409). */
function isStillRunning({ status, reason }: Attempt): boolean {
  return status === 409 && reason.includes('still running');
}

function hasFailed(attempt: Attempt): boolean {
  return attempt.status === null || (attempt.status >= 400 && !isStillRunning(attempt));
}

/** Whether a failure has a status other than 503 and 504, which say that something is away or slow. */
function isWrong(attempt: Attempt): boolean {
  return hasFailed(attempt) && attempt.status !== null && ![503, 504].includes(attempt.status);
}

/** Whether the attempts show that something was wrong. A single slow one does not: the machine may be busy. */
function isNoticed(attempts: readonly Attempt[]): boolean {
  const slow = attempts.filter((attempt) => tookMs(attempt) >= NOTICED_MS);
  const others = attempts.filter((attempt) => hasFailed(attempt) || isStillRunning(attempt));
  return others.length > 0 || (slow.length > 0 && slow.length >= attempts.length / 2);
}

/** The largest number, of as many attempts as a long run has, and a least one. */
function most(attempts: readonly Attempt[], pick: (attempt: Attempt) => number, least: number): number {
  return attempts.reduce((largest, attempt) => Math.max(largest, pick(attempt)), least);
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

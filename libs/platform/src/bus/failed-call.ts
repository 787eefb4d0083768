import type { FaultKind } from '../errors/fault.ts';

/** A call of a service that failed, for the log line of whoever waited for it. */
export interface FailedCall {
  /** Its subject, such as `identity.access.resolve`, or as much of it as is known. */
  readonly call: string;
  /** The request for which it was made, where that is known: others may wait for the same answer. */
  readonly requestId?: string;
  /**
   * The fault that the service answered with, or why there is no answer: none came by the deadline, nobody serves the call, NATS is
   * away, the time was up before it was made, or this process did not make it because too many wait (`refused_here`, `no_turn`).
   */
  readonly failure:
    FaultKind | 'no_answer' | 'nobody_there' | 'nats_away' | 'no_time_left' | 'refused_here' | 'no_turn';
}

const failedCalls = new WeakMap<Error, FailedCall>();

/** Notes with which call an error began. It stays in this process: the error crosses the bus without it. Returns the error. */
export function noteFailedCall<E extends Error>(error: E, failed: FailedCall): E {
  failedCalls.set(error, failed);
  return error;
}

/** The call that an error began with; undefined where it began with none. */
export function failedCallOf(error: unknown): FailedCall | undefined {
  return error instanceof Error ? failedCalls.get(error) : undefined;
}

const FOR_OVERLOAD: ReadonlySet<string> = new Set<FailedCall['failure']>([
  'overloaded',
  'throttled',
  'refused_here',
  'no_turn',
]);

/** Whether a call failed because there was too much to do: that is nobody's failure, and there may be thousands of them in a second. */
export function isOverload({ failure }: FailedCall): boolean {
  return FOR_OVERLOAD.has(failure);
}

/** What log lines have of a failed call; the request for which it was made, where that is another than their own. */
export function failureNotes(
  { call, requestId, failure }: FailedCall,
  ownId: string,
): Readonly<Record<string, string>> {
  const isOther = requestId !== undefined && requestId !== ownId;
  return { failed_call: call, failure, ...(isOther ? { failed_request_id: requestId } : {}) };
}

/** The same of the call that an error began with; undefined where it began with none, or failed for overload. */
export function failureIn(error: unknown, ownId: string): Readonly<Record<string, string>> | undefined {
  const failed = failedCallOf(error);
  return failed && !isOverload(failed) ? failureNotes(failed, ownId) : undefined;
}

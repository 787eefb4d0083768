import type { FaultKind } from '../errors/fault.ts';

/** A call of a service that failed, for the log line of the request that waited for it. */
export interface FailedCall {
  /** Its subject, such as `identity.access.resolve`, or the part of it that is known. */
  readonly call: string;
  /** The request that made the call, if known: others may wait for the same answer. */
  readonly requestId?: string;
  /**
   * The fault that the service answered with, or why there is no answer: none came by the deadline, nobody serves the call, NATS is
   * away, no time was left to make the call, or too many calls waited in this process (`refused_here`, `no_turn`).
   */
  readonly failure:
    FaultKind | 'no_answer' | 'nobody_there' | 'nats_away' | 'no_time_left' | 'refused_here' | 'no_turn';
}

const failedCalls = new WeakMap<Error, FailedCall>();

/** Notes the call that caused an error, and returns the error. The note stays in this process: it does not cross the bus. */
export function noteFailedCall<E extends Error>(error: E, failed: FailedCall): E {
  failedCalls.set(error, failed);
  return error;
}

/** The call that caused an error; undefined if none did. */
export function failedCallOf(error: unknown): FailedCall | undefined {
  return error instanceof Error ? failedCalls.get(error) : undefined;
}

const FOR_OVERLOAD: ReadonlySet<string> = new Set<FailedCall['failure']>([
  'overloaded',
  'throttled',
  'refused_here',
  'no_turn',
]);

/** Whether a call failed because of overload: nobody made a mistake, and there may be thousands of such failures in a second. */
export function isOverload({ failure }: FailedCall): boolean {
  return FOR_OVERLOAD.has(failure);
}

/** The fields of a failed call in log lines; with the request that made the call, if it is not their own. */
export function failureNotes(
  { call, requestId, failure }: FailedCall,
  ownId: string,
): Readonly<Record<string, string>> {
  const isOther = requestId !== undefined && requestId !== ownId;
  return { failed_call: call, failure, ...(isOther ? { failed_request_id: requestId } : {}) };
}

/** The fields of the call that caused an error; undefined if none did, or if it failed because of overload. */
export function failureIn(error: unknown, ownId: string): Readonly<Record<string, string>> | undefined {
  const failed = failedCallOf(error);
  return failed && !isOverload(failed) ? failureNotes(failed, ownId) : undefined;
}

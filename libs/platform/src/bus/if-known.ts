import { type CallContext, currentCall } from '../calls/call-context.ts';
import { Fault, isCallersFault } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';

/** How long an answer is waited for. Milliseconds. */
const DEADLINE_MS = 2_000;

/**
 * Asks another service for something that is merely displayed. Never fails: resolves with undefined if the service refuses the caller, or
 * if it fails or does not answer within two seconds, which is logged as `problem`. Outside a call, asks nothing.
 */
export async function ifKnown<T>(
  log: Log,
  problem: string,
  ask: (context: CallContext) => Promise<T>,
): Promise<T | undefined> {
  const call = currentCall();
  if (!call) return undefined;
  try {
    return await ask({ ...call, deadline: Math.min(call.deadline, Date.now() + DEADLINE_MS) });
  } catch (error) {
    if (!(error instanceof Fault && isCallersFault(error.data.kind))) log.warn({ err: error }, problem);
    return undefined;
  }
}

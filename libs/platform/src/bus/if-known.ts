import { type CallContext, currentCall } from '../calls/call-context.ts';
import { Fault, isCallersFault } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';

/** What answers later is not waited for. Milliseconds. */
const DEADLINE_MS = 2_000;

/**
 * What another service answers about something that is merely shown. Never fails: it is undefined where the service refuses the caller, and
 * where it fails or does not answer within two seconds, which is logged as this problem. Outside of a call nothing is asked.
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

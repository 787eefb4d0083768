import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Caller } from '@pks/contracts';

/** A request that may be repeated: it takes effect once, and has the same answer each time (decisions 1, Idempotency-Key). */
export interface Idempotency {
  readonly key: string;
  /** A keyed digest of method, path and body, by which another request under the same key is recognized. */
  readonly fingerprint: string;
  /** Method and path. */
  readonly operation: string;
}

/** The context of a call, which goes with it through every service that it touches. */
export interface CallContext {
  readonly requestId: string;
  /** The answer is of no use after this; milliseconds since the epoch. */
  readonly deadline: number;
  readonly caller: Caller | null;
  readonly idempotency?: Idempotency;
  /** The address of the client as the gateway sees it: of one without a caller, and where failures to prove a password count by it. */
  readonly clientAddress?: string;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Runs work as part of a call. */
export function within<T>(context: CallContext, work: () => T): T {
  return contexts.run(context, work);
}

/** The context of a call that a process makes for itself, without a caller: for a job or an event, by its request id. */
export function ownCall(withinMs: number, requestId: string = randomUUID()): CallContext {
  return { requestId, deadline: Date.now() + withinMs, caller: null };
}

/** The call that the running code is part of. */
export function currentCall(): CallContext | undefined {
  return contexts.getStore();
}

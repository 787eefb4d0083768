import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Caller } from '@pks/contracts';

/** A request that may be repeated: it takes effect once, and gets the same answer each time (decisions 1, Idempotency-Key). */
export interface Idempotency {
  readonly key: string;
  /** A keyed digest of method, path and body, which tells another request under the same key apart. */
  readonly fingerprint: string;
  /** Method and path. */
  readonly operation: string;
}

/** The context of a call, which accompanies it through every service that it touches. */
export interface CallContext {
  readonly requestId: string;
  /** After this moment, the answer is of no use. Milliseconds since the epoch. */
  readonly deadline: number;
  readonly caller: Caller | null;
  readonly idempotency?: Idempotency;
  /** The client's address as the gateway sees it; set without a caller, and where failures to prove a password count by address. */
  readonly clientAddress?: string;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Runs work as part of a call. */
export function within<T>(context: CallContext, work: () => T): T {
  return contexts.run(context, work);
}

/** The context of a call that a process makes on its own, without a caller: for a job or an event, with its request id. */
export function ownCall(withinMs: number, requestId: string = randomUUID()): CallContext {
  return { requestId, deadline: Date.now() + withinMs, caller: null };
}

/** The call that the running code is part of. */
export function currentCall(): CallContext | undefined {
  return contexts.getStore();
}

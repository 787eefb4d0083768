import { AsyncLocalStorage } from 'node:async_hooks';
import type { SealedCaller } from './caller-seal.ts';

/** A request that may be repeated: done once, answered the same (decisions 1, Idempotency-Key). */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of method, path and body, by which another request under the same key is told. */
  readonly fingerprint: string;
  /** Method and path. */
  readonly operation: string;
}

/** What goes with a call through every service that it touches. */
export interface CallContext {
  readonly requestId: string;
  /** Nobody waits for the answer after this; milliseconds since the epoch. */
  readonly deadline: number;
  readonly caller: SealedCaller | null;
  readonly idempotency?: Idempotency;
  /** Where a request comes from for which no caller is known, by the gateway's own knowledge. */
  readonly clientAddress?: string;
}

const contexts = new AsyncLocalStorage<CallContext>();

/** Runs work as part of a call. */
export function within<T>(context: CallContext, work: () => T): T {
  return contexts.run(context, work);
}

/** The call that the running code is part of. */
export function currentCall(): CallContext | undefined {
  return contexts.getStore();
}

import { type MsgHdrs, headers } from '@nats-io/transport-node';
import type { FaultData } from '../errors/fault.ts';
import type { CallContext } from './call-context.ts';

/** The names of the headers on the bus. */
export const HEADER = {
  requestId: 'Request-Id',
  deadline: 'Deadline',
  caller: 'Caller',
  idempotencyKey: 'Idempotency-Key',
  fingerprint: 'Idempotency-Fingerprint',
  operation: 'Idempotency-Operation',
  count: 'Count',
  fault: 'Fault',
  replayed: 'Replayed',
  chunk: 'Chunk',
  length: 'Length',
  digest: 'Digest',
} as const;

/** A reply above this goes in chunks of this size. Bytes. */
export const CHUNK_BYTES = 512 * 1024;
/** Chunks under way that the receiver has not taken yet, at most. */
export const CHUNK_WINDOW = 8;
/** A request larger than this is refused before it is sent. Bytes: 4 MiB of payload in its JSON, and the rest of the message. */
export const REQUEST_BYTES = 6 * 1024 * 1024;

/** What a call came to, in bytes. */
export type Outcome =
  | { readonly ok: true; readonly body: Uint8Array; readonly count?: number; readonly replayed?: boolean }
  | { readonly ok: false; readonly fault: FaultData; readonly replayed?: boolean };

export function requestHeaders(context: CallContext, remainingMs: number): MsgHdrs {
  const h = headers();
  h.set(HEADER.requestId, context.requestId);
  h.set(HEADER.deadline, String(remainingMs));
  if (context.caller !== null) h.set(HEADER.caller, context.caller);
  if (context.idempotency) {
    h.set(HEADER.idempotencyKey, encodeURIComponent(context.idempotency.key));
    h.set(HEADER.fingerprint, context.idempotency.fingerprint);
    h.set(HEADER.operation, context.idempotency.operation);
  }
  return h;
}

/** The call that a request belongs to; what is missing or malformed falls back to what is safe. */
export function contextOf(h: MsgHdrs | undefined, defaultDeadlineMs: number): CallContext {
  const remaining = Number(h?.get(HEADER.deadline));
  const key = h?.get(HEADER.idempotencyKey);
  return {
    requestId: h?.get(HEADER.requestId) || 'none',
    deadline: Date.now() + (remaining > 0 ? Math.min(remaining, defaultDeadlineMs) : defaultDeadlineMs),
    caller: h?.get(HEADER.caller) || null,
    ...(key
      ? {
          idempotency: {
            key: decodeURIComponent(key),
            fingerprint: h?.get(HEADER.fingerprint) ?? '',
            operation: h?.get(HEADER.operation) ?? '',
          },
        }
      : {}),
  };
}

/** The headers of a reply that has something to say beside its body. */
export function replyHeaders(outcome: Outcome): MsgHdrs | undefined {
  if (outcome.ok && outcome.count === undefined && !outcome.replayed) return undefined;
  const h = headers();
  if (!outcome.ok) h.set(HEADER.fault, outcome.fault.kind);
  else if (outcome.count !== undefined) h.set(HEADER.count, String(outcome.count));
  if (outcome.replayed) h.set(HEADER.replayed, '1');
  return h;
}

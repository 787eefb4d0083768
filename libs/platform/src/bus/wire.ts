import { type MsgHdrs, headers } from '@nats-io/transport-node';
import type { CallContext, Idempotency } from '../calls/call-context.ts';
import { callerIn, callerText } from '../calls/caller-text.ts';
import type { Outcome } from '../calls/outcome.ts';
import { Invalid } from '../errors/fault.ts';

/** The names of the headers on the bus. */
export const HEADER = {
  requestId: 'Request-Id',
  deadline: 'Deadline',
  sentAt: 'Sent-At',
  caller: 'Caller',
  service: 'Service',
  sequence: 'Sequence',
  seal: 'Seal',
  idempotencyKey: 'Idempotency-Key',
  fingerprint: 'Idempotency-Fingerprint',
  operation: 'Idempotency-Operation',
  clientAddress: 'Client-Address',
  count: 'Count',
  beside: 'Beside',
  fault: 'Fault',
  replayed: 'Replayed',
  chunk: 'Chunk',
  length: 'Length',
  digest: 'Digest',
} as const;

/** A larger reply is sent in chunks of this size. Bytes. */
export const CHUNK_BYTES = 512 * 1024;
/** At most this many chunks are sent without an acknowledgement. */
export const CHUNK_WINDOW = 8;
/** The acknowledgement of a chunk. */
export const TAKEN = '';
/** The answer of a receiver that wants no more chunks of a reply. */
export const GONE = 'gone';
/** A request larger than this is refused before it is sent. Bytes: 4 MiB of payload in its JSON, and the rest of the message. */
export const REQUEST_BYTES = 6 * 1024 * 1024;

/** The clocks of two machines may differ by this much: a message that seems older was on its way, or waited unread. Milliseconds. */
export const CLOCKS_DIFFER_MS = 1_000;

const KEY = /^[\x20-\x7e]{1,255}$/;

/** The headers of a request: its id, its caller and how long it may take, in milliseconds. `contextOf` reads them. */
export function requestHeaders(context: CallContext, remainingMs: number): MsgHdrs {
  const h = headers();
  h.set(HEADER.requestId, context.requestId);
  h.set(HEADER.deadline, String(remainingMs));
  h.set(HEADER.sentAt, String(Date.now()));
  if (context.caller !== null) h.set(HEADER.caller, callerText(context.caller));
  if (context.clientAddress !== undefined) h.set(HEADER.clientAddress, context.clientAddress);
  if (context.idempotency) {
    h.set(HEADER.idempotencyKey, encodeURIComponent(context.idempotency.key));
    h.set(HEADER.fingerprint, context.idempotency.fingerprint);
    h.set(HEADER.operation, context.idempotency.operation);
  }
  return h;
}

/** The context of a request; missing or malformed headers fall back to safe values. */
export function contextOf(h: MsgHdrs | undefined, defaultDeadlineMs: number): CallContext {
  const remaining = Number(h?.get(HEADER.deadline) || defaultDeadlineMs);
  const inTime = Number.isNaN(remaining) ? defaultDeadlineMs : Math.min(remaining, defaultDeadlineMs);
  const clientAddress = h?.get(HEADER.clientAddress);
  const caller = h?.get(HEADER.caller);
  return {
    requestId: h?.get(HEADER.requestId) || 'none',
    deadline: Date.now() + inTime - latenessOf(h),
    caller: caller ? callerIn(caller) : null,
    ...(clientAddress ? { clientAddress } : {}),
  };
}

/** How long ago a request was sent, by the clock of its sender; NaN if unknown. Milliseconds. */
export function ageOf(h: MsgHdrs | undefined): number {
  return Date.now() - Number(h?.get(HEADER.sentAt) || Number.NaN);
}

/** How long a request certainly waited unread, as in a process that was frozen. Milliseconds. */
function latenessOf(h: MsgHdrs | undefined): number {
  const age = ageOf(h);
  return Number.isFinite(age) ? Math.max(0, age - CLOCKS_DIFFER_MS) : 0;
}

/** The idempotency key of a request; undefined when it has none. @throws Invalid for a malformed one. */
export function idempotencyOf(h: MsgHdrs | undefined): Idempotency | undefined {
  const encoded = h?.get(HEADER.idempotencyKey);
  if (!h || !encoded) return undefined;
  const key = decoded(encoded);
  const fingerprint = h.get(HEADER.fingerprint);
  const operation = h.get(HEADER.operation);
  if (!KEY.test(key) || !fingerprint || !operation) {
    throw Invalid.field(HEADER.idempotencyKey, 'Ensure this header has 1 to 255 printable ASCII characters.');
  }
  return { key, fingerprint, operation };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The headers of a reply; undefined if it needs none. */
export function replyHeaders(outcome: Outcome): MsgHdrs | undefined {
  if (outcome.ok && outcome.count === undefined && !outcome.replayed) return undefined;
  const h = headers();
  if (!outcome.ok) h.set(HEADER.fault, outcome.fault.kind);
  else if (outcome.count !== undefined) h.set(HEADER.count, String(outcome.count));
  if (outcome.ok && outcome.beside !== undefined) h.set(HEADER.beside, outcome.beside);
  if (outcome.replayed) h.set(HEADER.replayed, '1');
  return h;
}

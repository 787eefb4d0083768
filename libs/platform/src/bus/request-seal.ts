import type { Msg, MsgHdrs } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import type { BusSeal } from '../calls/bus-seal.ts';
import { ReplayWindow } from './replay-window.ts';
import { HEADER } from './wire.ts';

/** How many senders are remembered: far more than there are processes that call a service. */
const MAX_SENDERS = 1_000;

/** The headers that a signature covers in addition to subject, reply address and body: everything that a receiver acts on. */
const SIGNED = [
  HEADER.sequence,
  HEADER.requestId,
  HEADER.deadline,
  HEADER.sentAt,
  HEADER.caller,
  HEADER.service,
  HEADER.idempotencyKey,
  HEADER.fingerprint,
  HEADER.operation,
  HEADER.clientAddress,
] as const;

/** A request before it is sent. */
export interface UnsignedRequest {
  readonly subject: string;
  readonly reply: string;
  readonly body: Uint8Array;
}

/** Signs a request whose headers are complete. Afterwards no part of it can be changed, or sent with another request. */
export function signRequest(seal: BusSeal, headers: MsgHdrs, request: UnsignedRequest): void {
  headers.set(HEADER.seal, seal.sign(notesOf(request.subject, request.reply, headers), request.body));
}

/** Verifies the requests that a process receives. */
export class RequestVerifier {
  private readonly senders = new LRUCache<string, ReplayWindow>({ max: MAX_SENDERS });

  constructor(private readonly seal: BusSeal) {}

  /** Whether a message is a request that was signed with the installation's secret, and arrives for the first time. */
  admits({ subject, reply = '', headers, data }: Msg): boolean {
    if (!headers) return false;
    const signature = headers.get(HEADER.seal);
    return (
      this.seal.isSigned(signature, notesOf(subject, reply, headers), data) &&
      this.windowOf(reply).admits(Number(headers.get(HEADER.sequence)))
    );
  }

  /** Each client numbers its requests; the address of its inbox, before the last dot, identifies it. */
  private windowOf(reply: string): ReplayWindow {
    const sender = reply.slice(0, reply.lastIndexOf('.'));
    const window = this.senders.get(sender) ?? new ReplayWindow();
    this.senders.set(sender, window);
    return window;
  }
}

function notesOf(subject: string, reply: string, headers: MsgHdrs): string[] {
  return [subject, reply, ...SIGNED.map((name) => headers.get(name))];
}

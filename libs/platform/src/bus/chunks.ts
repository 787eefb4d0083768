import { createHash, randomUUID } from 'node:crypto';
import { type Msg, type MsgHdrs, headers } from '@nats-io/transport-node';
import type { Outcome } from '../calls/outcome.ts';
import { Overloaded } from '../errors/fault.ts';
import type { BusConnection } from './connection.ts';
import { CHUNK_BYTES, CHUNK_WINDOW, HEADER, replyHeaders } from './wire.ts';

/** A receiver that acknowledges nothing for this long is given up. Less than a stop may take. Milliseconds. */
const CREDIT_TIMEOUT_MS = 20_000;
/** The limit for all replies that are being sent: beyond it, new replies are refused, or slow readers would fill the memory. Bytes. */
const UNDER_WAY_BYTES = 128 * 1024 * 1024;

/** How long a sender waits, and how many bytes it holds. */
export interface ChunkLimits {
  readonly creditTimeoutMs?: number;
  readonly underWayBytes?: number;
}

interface Transfer {
  acknowledged: number;
  gone: boolean;
  wake: () => void;
}

type Good = Outcome & { ok: true };

/** Sends replies of any size in chunks, never further ahead than the receiver's acknowledgements allow. */
export class ChunkSender {
  private readonly inbox: string;
  private readonly transfers = new Map<string, Transfer>();
  private readonly creditTimeoutMs: number;
  private readonly underWayBytes: number;
  private bytes = 0;

  constructor(
    private readonly connection: BusConnection,
    { creditTimeoutMs = CREDIT_TIMEOUT_MS, underWayBytes = UNDER_WAY_BYTES }: ChunkLimits = {},
  ) {
    this.inbox = connection.inbox();
    this.creditTimeoutMs = creditTimeoutMs;
    this.underWayBytes = underWayBytes;
  }

  /** Listens for the acknowledgements of receivers. */
  open(): void {
    void this.connection.subscribe(`${this.inbox}.*`, (message) => this.acknowledge(message));
    this.connection.onLoss(() => this.giveUpAll());
  }

  /** @throws Overloaded if too many bytes are being sent already. */
  assertRoomFor(bytes: number): void {
    if (this.bytes > 0 && this.bytes + bytes > this.underWayBytes) throw new Overloaded();
  }

  /** Resolves when the receiver has acknowledged all chunks, or was given up. */
  async send(reply: string, outcome: Good): Promise<void> {
    const id = `${this.inbox}.${randomUUID()}`;
    const transfer: Transfer = { acknowledged: 0, gone: false, wake: () => undefined };
    this.transfers.set(id, transfer);
    this.bytes += outcome.body.length;
    try {
      await this.sendAll(reply, id, transfer, outcome);
    } finally {
      this.transfers.delete(id);
      this.bytes -= outcome.body.length;
    }
  }

  private async sendAll(reply: string, id: string, transfer: Transfer, outcome: Good): Promise<void> {
    const { body } = outcome;
    const chunks = Math.ceil(body.length / CHUNK_BYTES);
    for (let n = 0; n < chunks; n += 1) {
      if (!(await this.windowOpen(transfer, n))) return;
      const h = n === 0 ? firstHeaders(outcome) : headers();
      h.set(HEADER.chunk, String(n));
      this.connection.publish(reply, body.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES), {
        headers: h,
        reply: id,
      });
    }
    await this.windowOpen(transfer, chunks - 1 + CHUNK_WINDOW);
  }

  private acknowledge(message: Msg): void {
    const transfer = this.transfers.get(message.subject);
    if (!transfer) return;
    transfer.acknowledged += 1;
    transfer.gone ||= message.data.length > 0 || message.headers?.code === 503;
    transfer.wake();
  }

  private giveUpAll(): void {
    for (const transfer of this.transfers.values()) {
      transfer.gone = true;
      transfer.wake();
    }
  }

  /** Whether chunk `n` may be sent; false when the receiver is gone or given up. */
  private async windowOpen(transfer: Transfer, n: number): Promise<boolean> {
    while (!transfer.gone && n - transfer.acknowledged >= CHUNK_WINDOW) {
      transfer.gone = !(await this.acknowledgement(transfer)) || transfer.gone;
    }
    return !transfer.gone;
  }

  /** Whether the receiver acknowledges a chunk in time. */
  private acknowledgement(transfer: Transfer): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.creditTimeoutMs);
      transfer.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

function firstHeaders(outcome: Good): MsgHdrs {
  const h = replyHeaders(outcome) ?? headers();
  h.set(HEADER.length, String(outcome.body.length));
  h.set(HEADER.digest, createHash('sha256').update(outcome.body).digest('base64url'));
  return h;
}

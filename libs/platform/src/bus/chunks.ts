import { createHash } from 'node:crypto';
import { type Msg, type MsgHdrs, createInbox, headers } from '@nats-io/transport-node';
import type { BusConnection } from './connection.ts';
import { CHUNK_BYTES, CHUNK_WINDOW, HEADER, type Outcome, replyHeaders } from './wire.ts';

/** A receiver that takes nothing for this long is given up. Milliseconds. */
const CREDIT_TIMEOUT_MS = 30_000;

interface Transfer {
  taken: number;
  wake: () => void;
}

/** Sends replies of any size in chunks, never more of them than the receiver keeps up with. */
export class ChunkSender {
  private readonly inbox = createInbox();
  private readonly transfers = new Map<string, Transfer>();
  private counter = 0;

  constructor(private readonly connection: BusConnection) {}

  /** Listens for what receivers have taken. */
  open(): void {
    void this.connection.subscribe(`${this.inbox}.*`, (message) => this.credit(message));
  }

  /** Resolves when the receiver has taken all, or was given up. */
  async send(reply: string, outcome: Outcome & { ok: true }): Promise<void> {
    const id = `${this.inbox}.${(this.counter += 1).toString(36)}`;
    const transfer: Transfer = { taken: 0, wake: () => undefined };
    this.transfers.set(id, transfer);
    try {
      await this.sendAll(reply, id, transfer, outcome);
    } finally {
      this.transfers.delete(id);
    }
  }

  private async sendAll(
    reply: string,
    id: string,
    transfer: Transfer,
    outcome: Outcome & { ok: true },
  ): Promise<void> {
    const { body } = outcome;
    const chunks = Math.ceil(body.length / CHUNK_BYTES);
    for (let n = 0; n < chunks; n += 1) {
      if (!(await windowOpen(transfer, n))) return;
      const h = n === 0 ? firstHeaders(outcome) : headers();
      h.set(HEADER.chunk, String(n));
      this.connection.publish(reply, body.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES), {
        headers: h,
        reply: id,
      });
    }
    await windowOpen(transfer, chunks - 1 + CHUNK_WINDOW);
  }

  private credit(message: Msg): void {
    const transfer = this.transfers.get(message.subject);
    if (!transfer) return;
    transfer.taken += 1;
    transfer.wake();
  }
}

/** Whether chunk `n` may go; false when the receiver is given up. */
async function windowOpen(transfer: Transfer, n: number): Promise<boolean> {
  while (n - transfer.taken >= CHUNK_WINDOW) {
    const inTime = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), CREDIT_TIMEOUT_MS);
      transfer.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    if (!inTime) return false;
  }
  return true;
}

function firstHeaders(outcome: Outcome & { ok: true }): MsgHdrs {
  const h = replyHeaders(outcome) ?? headers();
  h.set(HEADER.length, String(outcome.body.length));
  h.set(HEADER.digest, createHash('sha256').update(outcome.body).digest('base64url'));
  return h;
}

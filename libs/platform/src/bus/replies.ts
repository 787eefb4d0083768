import type { Msg } from '@nats-io/transport-node';
import type { Outcome } from '../calls/outcome.ts';
import { Fault, Internal } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { type ChunkLimits, ChunkSender } from './chunks.ts';
import type { BusConnection } from './connection.ts';
import { CHUNK_BYTES, replyHeaders } from './wire.ts';

/** Sends replies of any size. */
export class Replies {
  private readonly chunks: ChunkSender;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly connection: BusConnection,
    private readonly log: Log,
    limits?: ChunkLimits,
  ) {
    this.chunks = new ChunkSender(connection, limits);
  }

  /** Long replies that are being sent. */
  get sending(): number {
    return this.underWay.size;
  }

  /** Listens for receivers' acknowledgements of chunks. */
  open(): void {
    this.chunks.open();
  }

  /** Resolves once no long reply is being sent. */
  async drained(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** Sends the outcome of a message, if its sender waits for one, then runs the outcome's `afterwards`. */
  send(message: Msg, outcome: Outcome): void {
    const sent = this.reply(message, outcome);
    if (outcome.ok && outcome.afterwards) void Promise.resolve(sent).then(outcome.afterwards);
  }

  /** Resolves once a long reply is sent or given up; undefined for a short reply, which is on its way already. */
  private reply(message: Msg, outcome: Outcome): Promise<void> | undefined {
    if (!message.reply) return undefined;
    try {
      if (outcome.ok && outcome.body.length > CHUNK_BYTES) return this.sendChunks(message.reply, outcome);
      const body = outcome.ok ? outcome.body : Buffer.from(JSON.stringify(outcome.fault));
      const headers = replyHeaders(outcome);
      this.connection.publish(message.reply, body, headers ? { headers } : undefined);
    } catch (error) {
      this.replyUnsent(message, outcome, error);
    }
    return undefined;
  }

  /** Replaces a reply that cannot be sent by a fault that can: no caller waits for it until the deadline. */
  private replyUnsent(message: Msg, outcome: Outcome, error: unknown): void {
    const fault = error instanceof Fault ? error.data : new Internal().data;
    this.log.warn({ err: error, subject: message.subject }, 'reply could not be sent');
    const last = !outcome.ok && (outcome.fault.kind === 'internal' || outcome.fault.kind === 'overloaded');
    if (!last && this.connection.connected) void this.reply(message, { ok: false, fault });
  }

  private sendChunks(reply: string, outcome: Outcome & { ok: true }): Promise<void> {
    this.chunks.assertRoomFor(outcome.body.length);
    const sent = this.chunks
      .send(reply, outcome)
      .catch((error: unknown) => this.log.warn({ err: error }, 'reply could not be sent completely'))
      .finally(() => this.underWay.delete(sent));
    this.underWay.add(sent);
    return sent;
  }
}

import type { Msg } from '@nats-io/transport-node';
import { DeadlineExceeded, Unavailable } from '../errors/fault.ts';
import { HEADER } from './wire.ts';

/** The successful answer of a call in bytes: whole, or in chunks as they arrive. */
export interface Reply {
  /** The number of all results, if the answer is a page. */
  readonly count: number | undefined;
  /** The further fields of a page's envelope, as JSON. */
  readonly beside?: string;
  readonly replayed: boolean;
  /** JSON; empty when the call returns nothing. */
  readonly body: Uint8Array | ChunkedBody;
}

/** What the first chunk says about a body. */
export interface BodyNotes {
  /** In bytes. */
  readonly length: number;
  /** SHA-256, base64url. */
  readonly digest: string;
  /** The deadline of the call. Milliseconds since the epoch. */
  readonly deadline: number;
}

/** Called as the chunks of a body are read. */
export interface Receiver {
  /** A chunk was read: there is room for another. */
  taken(chunk: Msg): void;
  /** The rest of the body is not wanted. */
  left(chunk: Msg): void;
}

/** A body that arrives in chunks; reading a chunk makes room for another. It is read once, or left: until then its sender keeps it. */
export class ChunkedBody implements AsyncIterable<Uint8Array> {
  readonly length: number;
  readonly digest: string;
  private readonly deadline: number;
  private arrived: Msg[] = [];
  private last: Msg | undefined;
  private received = 0;
  private expected = 0;
  private taken = 0;
  private isLeft = false;
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  constructor(
    notes: BodyNotes,
    private readonly receiver: Receiver,
  ) {
    this.length = notes.length;
    this.digest = notes.digest;
    this.deadline = notes.deadline;
  }

  /** Adds the next chunk from the bus. Returns whether it was the last one. */
  add(message: Msg): boolean {
    this.last = message;
    if (Number(message.headers?.get(HEADER.chunk)) !== this.expected || !this.fits(message)) {
      this.fail(new Unavailable());
      return true;
    }
    this.expected += 1;
    this.received += message.data.length;
    this.arrived.push(message);
    this.wake();
    return this.received === this.length;
  }

  /** Ends a body that stays incomplete: its reader gets the error after the chunks that arrived. */
  fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      while (this.taken < this.length) {
        const message = this.arrived.shift() ?? (await this.next());
        this.taken += message.data.length;
        this.receiver.taken(message);
        yield message.data;
      }
    } finally {
      this.leave();
    }
  }

  /** The whole body, within the call's deadline. @throws DeadlineExceeded; Unavailable if a part of it is lost. */
  async whole(): Promise<Uint8Array> {
    const remaining = Math.max(1, this.deadline - Date.now());
    const timer = setTimeout(() => this.fail(new DeadlineExceeded()), remaining);
    try {
      const parts: Uint8Array[] = [];
      for await (const part of this) parts.push(part);
      return Buffer.concat(parts);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Tells the sender that the rest is not wanted. Whoever reads to the end, or stops reading, need not. */
  leave(): void {
    if (this.isLeft || this.taken === this.length) return;
    this.isLeft = true;
    this.arrived = [];
    this.fail(new Unavailable());
    if (this.last) this.receiver.left(this.last);
  }

  private fits(message: Msg): boolean {
    return message.data.length > 0 && this.received + message.data.length <= this.length;
  }

  private async next(): Promise<Msg> {
    for (;;) {
      const message = this.arrived.shift();
      if (message) return message;
      if (this.failure) throw this.failure;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

/** The whole body of a reply. */
export async function wholeBody(reply: Reply): Promise<Uint8Array> {
  return reply.body instanceof ChunkedBody ? reply.body.whole() : reply.body;
}

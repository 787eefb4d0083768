import type { Msg } from '@nats-io/transport-node';
import { Unavailable } from '../errors/fault.ts';
import { HEADER } from './wire.ts';

/** The good answer of a call as bytes: whole, or as they arrive. */
export interface Reply {
  /** Of all results, where the answer is a page. */
  readonly count: number | undefined;
  readonly replayed: boolean;
  /** JSON; empty when the call answers nothing. */
  readonly body: Uint8Array | ChunkedBody;
}

/** A body that arrives in chunks; each one that is taken makes room for another. */
export class ChunkedBody implements AsyncIterable<Uint8Array> {
  private readonly arrived: Msg[] = [];
  private received = 0;
  private expected = 0;
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  constructor(
    /** In bytes. */
    readonly length: number,
    /** SHA-256, base64url. */
    readonly digest: string,
    private readonly credit: (subject: string) => void,
  ) {}

  /** Takes the next chunk from the bus. Returns whether it was the last one. */
  add(message: Msg): boolean {
    if (Number(message.headers?.get(HEADER.chunk)) !== this.expected) {
      this.fail(new Unavailable());
      return true;
    }
    this.expected += 1;
    this.received += message.data.length;
    this.arrived.push(message);
    this.wake();
    return this.received >= this.length;
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let taken = 0;
    while (taken < this.length) {
      const message = this.arrived.shift() ?? (await this.next());
      taken += message.data.length;
      if (message.reply) this.credit(message.reply);
      yield message.data;
    }
  }

  /** The whole body. @throws Unavailable when a part of it is lost. */
  async whole(): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of this) parts.push(part);
    return Buffer.concat(parts);
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

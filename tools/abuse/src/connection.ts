import { type Socket, connect } from 'node:net';
import type { Outcome } from './tally.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/** Bytes of a request, in pieces, so that many requests can share a large body. */
export type Bytes = readonly (string | Buffer)[];

/**
 * One connection to the product, written on a bare socket: the generator must cost less than what it burdens. Answers are
 * received in full and dropped; an answer without a length, such as a stream, counts as received with its head.
 */
export class Connection {
  private readonly socket: Socket;
  private head: Buffer = NOTHING;
  private status: Outcome = 'closed';
  /** Bytes of the body that have not arrived; null before the head is complete. */
  private missing: number | null = null;
  private settle: ((outcome: Outcome) => void) | undefined;
  private ended = false;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on('data', (chunk) => this.take(chunk));
    this.socket.on('error', () => this.socket.destroy());
    this.socket.once('close', () => {
      this.ended = true;
      this.finish(this.status);
    });
  }

  /** Whether another request can be sent. */
  get open(): boolean {
    return !this.ended && this.socket.writable;
  }

  /** Sends a request and resolves with its outcome. */
  exchange(bytes: Bytes): Promise<Outcome> {
    const answer = this.answer();
    this.write(bytes);
    return answer;
  }

  /** Sends bytes that may be a part of a request. */
  write(bytes: Bytes): void {
    if (!this.open) return;
    this.socket.cork();
    for (const piece of bytes) this.socket.write(piece);
    this.socket.uncork();
  }

  /** Resolves with the next answer. */
  answer(): Promise<Outcome> {
    if (this.ended) return Promise.resolve(this.status);
    return new Promise((resolve) => (this.settle = resolve));
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    if (this.missing === null) chunk = this.takeHead(chunk);
    if (this.missing === null) return;
    this.missing -= chunk.length;
    if (this.missing > 0) return;
    this.missing = null;
    this.finish(this.status);
  }

  /** Returns the bytes after the head, or nothing while it is incomplete. */
  private takeHead(chunk: Buffer): Buffer {
    this.head = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
    const end = this.head.indexOf(END_OF_HEAD);
    if (end < 0) return NOTHING;
    const text = this.head.toString('latin1', 0, end);
    const rest = this.head.subarray(end + END_OF_HEAD.length);
    this.head = NOTHING;
    this.status = `${Number(text.slice(9, 12))}`;
    this.missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    return rest;
  }

  private finish(outcome: Outcome): void {
    const { settle } = this;
    this.settle = undefined;
    this.status = 'closed';
    settle?.(outcome);
  }
}

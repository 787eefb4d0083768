import { PassThrough, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { type PartHeaders, malformed, partHeadersIn } from './part-headers.ts';
import { ArrivalTimeout, ClientGone } from '../http/refusals.ts';

/** One field of a form, with its content while that arrives. */
export interface Part extends PartHeaders {
  readonly content: Readable;
}

/** Headers of a part beyond these limits are dropped. */
const LIMITS = { maxHeaderPairs: 32, maxHeaderSize: 16 * 1024 };
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

interface Arrived {
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly content: Readable;
}

/** The boundary between the parts. @throws NotPossible for a Content-Type without one. */
export function boundaryIn(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** Reads a form part by part, in the order in which they arrive. Each part has to be read before the next one. */
export class FormParts implements AsyncIterable<Part> {
  private readonly arrived = new PassThrough({ objectMode: true });
  private readonly dicer: Dicer;
  private readonly open = new Set<Readable>();
  /** Parts whose headers are not complete yet. */
  private readonly headless = new Set<Readable>();
  private discarding = false;
  private wake = (): void => undefined;

  /** Calls `onLate` when the rest of a discarded body does not arrive either. */
  constructor(
    pieces: AsyncIterable<Buffer>,
    boundary: string,
    private readonly onLate: () => void,
  ) {
    this.dicer = new Dicer({ boundary, ...LIMITS });
    this.dicer.on('part', (content) => this.begin(content));
    this.dicer.on('finish', () => this.end());
    this.dicer.on('drain', () => this.wake());
    this.dicer.on('error', (error) => this.fail(error));
    this.arrived
      .on('error', () => undefined)
      .on('drain', () => this.wake())
      .on('close', () => this.wake());
    void this.feed(pieces);
  }

  /** @throws NotPossible where the form is malformed or ends early; ClientGone; ArrivalTimeout */
  async *[Symbol.asyncIterator](): AsyncGenerator<Part> {
    for await (const { headers, content } of this.parts()) yield { ...partHeadersIn(headers), content };
  }

  /** Discards the rest of the body while it arrives, so that the client receives the answer. */
  discard(): void {
    this.discarding = true;
    this.wake();
    for (const content of this.open) content.destroy();
    this.arrived.destroy();
  }

  private parts(): AsyncIterable<Arrived> {
    return this.arrived;
  }

  private begin(content: Readable): void {
    this.open.add(content);
    this.headless.add(content);
    content
      .on('error', () => undefined)
      .once('close', () => this.open.delete(content))
      .once('header', (headers: Arrived['headers']) => {
        this.headless.delete(content);
        this.arrived.write({ headers, content });
      });
  }

  private end(): void {
    if (this.headless.size > 0) this.fail(malformed());
    else this.arrived.end();
  }

  private async feed(pieces: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const piece of pieces) {
        if (this.discarding) continue;
        await this.parse(piece);
        await this.roomForParts();
      }
      this.dicer.end();
    } catch (error) {
      if (this.discarding || this.arrived.writableEnded) this.onLate();
      else this.fail(error);
    }
  }

  /** Resolves when there is room for more. */
  private parse(piece: Buffer): Promise<void> | undefined {
    if (this.dicer.write(piece)) return undefined;
    return new Promise((resolve) => (this.wake = resolve));
  }

  /** Resolves when most of the parts that have arrived were read: a small part costs memory too. */
  private async roomForParts(): Promise<void> {
    while (this.arrived.writableNeedDrain && !this.arrived.destroyed)
      await new Promise<void>((resolve) => (this.wake = resolve));
  }

  private fail(error: unknown): void {
    const known = error instanceof ClientGone || error instanceof ArrivalTimeout ? error : malformed();
    for (const content of this.open) content.destroy(known);
    this.arrived.destroy(known);
  }
}

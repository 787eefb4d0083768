import { PassThrough, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { type PartHeaders, malformed, partHeadersIn } from './part-headers.ts';
import { ArrivalTimeout, ClientGone } from './refusals.ts';

/** One field of a form, with what it holds as it comes. */
export interface Part extends PartHeaders {
  readonly content: Readable;
}

/** Headers of a part beyond these are dropped. */
const LIMITS = { maxHeaderPairs: 32, maxHeaderSize: 16 * 1024 };
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

interface Arrived {
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly content: Readable;
}

/** What parts its parts. @throws NotPossible for a Content-Type that does not say. */
export function boundaryIn(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** Reads a form part by part, in the order in which they come; each is to be read before the next one comes. */
export class FormParts implements AsyncIterable<Part> {
  private readonly arrived = new PassThrough({ objectMode: true });
  private readonly dicer: Dicer;
  private readonly open = new Set<Readable>();
  /** Parts whose headers have not ended yet. */
  private readonly headless = new Set<Readable>();
  private left = false;
  private wake = (): void => undefined;

  /** `onLate` is told when nothing more is looked at, and what is thrown away does not come either. */
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
    this.arrived.on('error', () => undefined);
    void this.feed(pieces);
  }

  /** @throws NotPossible where the form is malformed or ends early; ClientGone; ArrivalTimeout */
  async *[Symbol.asyncIterator](): AsyncGenerator<Part> {
    for await (const { headers, content } of this.taken()) yield { ...partHeadersIn(headers), content };
  }

  /** Looks at nothing more: what still comes is thrown away, so that the client hears the answer. */
  leave(): void {
    this.left = true;
    this.wake();
    for (const content of this.open) content.destroy();
    this.arrived.destroy();
  }

  private taken(): AsyncIterable<Arrived> {
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
      for await (const piece of pieces) if (!this.left) await this.parse(piece);
      this.dicer.end();
    } catch (error) {
      if (this.left || this.arrived.writableEnded) this.onLate();
      else this.fail(error);
    }
  }

  /** Resolves when there is room for more. */
  private parse(piece: Buffer): Promise<void> | undefined {
    if (this.dicer.write(piece)) return undefined;
    return new Promise((resolve) => (this.wake = resolve));
  }

  private fail(error: unknown): void {
    const known = error instanceof ClientGone || error instanceof ArrivalTimeout ? error : malformed();
    for (const content of this.open) content.destroy(known);
    this.arrived.destroy(known);
  }
}

import { PassThrough, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { type PartHeaders, malformed, partHeadersIn } from './part-headers.ts';
import { ArrivalTimeout, ClientGone } from '../http/refusals.ts';

/** One field of a form; its content can be read while it arrives. */
export interface Part extends PartHeaders {
  readonly content: Readable;
}

/** What happens to a form, or the rest of one, that nobody reads. */
export interface RestOfForm {
  /** Resolves when the rest may be read and dropped. */
  turn(): Promise<void>;
  /** Called if the rest does not arrive, or does not get its turn. */
  giveUp(): void;
}

/** Headers of a part beyond these limits are dropped. */
const LIMITS = { maxHeaderPairs: 32, maxHeaderSize: 16 * 1024 };
/** Parts are counted, and refused, after so much of a form: it may consist of parts of a few bytes, each of which takes time and memory. Bytes. */
const AT_A_TIME = 32 * 1024;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

type Headers = Parameters<typeof partHeadersIn>[0];
type Arrived = { readonly part: Part } | { readonly error: unknown };

/** The boundary between the parts. @throws NotPossible for a Content-Type without one. */
export function boundaryIn(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** Drops a body that is refused before anything of it was read, when its turn comes. */
export async function dropUnread(pieces: AsyncIterable<Buffer>, rest: RestOfForm): Promise<void> {
  let turn: Promise<void> | undefined;
  try {
    for await (const _piece of pieces) await (turn ??= rest.turn());
  } catch {
    rest.giveUp();
  }
}

/** Reads a form part by part, in order of arrival. Each part has to be read before the next one. */
export class FormParts implements AsyncIterable<Part> {
  private arrived = new PassThrough({ objectMode: true });
  private readonly dicer: Dicer;
  private readonly open = new Set<Readable>();
  /** The part whose headers are not complete yet. */
  private headless: Readable | undefined;
  /** How often each name has arrived, read or not. */
  private readonly names = new Map<string, number>();
  private discarding = false;
  private wake = (): void => undefined;

  constructor(
    pieces: AsyncIterable<Buffer>,
    boundary: string,
    private readonly rest: RestOfForm,
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
    for await (const arrived of this.parts()) {
      if ('error' in arrived) throw arrived.error;
      yield arrived.part;
    }
  }

  /** How many parts of a name have arrived so far: no fewer than were read. */
  countOf(name: string): number {
    return this.names.get(name) ?? 0;
  }

  /** Stops reading parts, and drops the rest of the body when its turn comes, so that the client receives the answer. */
  discard(): void {
    this.discarding = true;
    this.wake();
    for (const content of this.open) content.destroy();
    this.arrived.destroy();
    // A destroyed stream keeps its queue in memory: hundreds of small parts, while the rest of the form waits for its
    // turn.
    this.arrived = new PassThrough({ objectMode: true }).destroy();
  }

  /** Whether nobody reads further parts. */
  private get isLeft(): boolean {
    return this.discarding || (this.arrived.destroyed && !this.arrived.writableEnded);
  }

  private parts(): AsyncIterable<Arrived> {
    return this.arrived;
  }

  private begin(content: Readable): void {
    content.on('error', () => undefined);
    if (this.headless) this.fail(malformed());
    if (this.isLeft) return void content.destroy();
    this.open.add(content);
    this.headless = content;
    content
      .once('close', () => this.open.delete(content))
      .once('header', (headers: Headers) => {
        this.headless = undefined;
        this.arrived.write(this.arrivedWith(headers, content));
      });
  }

  private arrivedWith(headers: Headers, content: Readable): Arrived {
    try {
      const part = { ...partHeadersIn(headers), content };
      this.names.set(part.name, this.countOf(part.name) + 1);
      return { part };
    } catch (error) {
      return { error };
    }
  }

  private end(): void {
    if (this.headless) this.fail(malformed());
    else this.arrived.end();
  }

  private async feed(pieces: AsyncIterable<Buffer>): Promise<void> {
    let dropping: Promise<void> | undefined;
    try {
      for await (const piece of pieces) {
        if (this.isLeft) await (dropping ??= this.rest.turn());
        else await this.take(piece);
      }
      this.dicer.end();
    } catch (error) {
      if (this.isLeft || this.arrived.writableEnded) this.rest.giveUp();
      else this.fail(error);
    }
  }

  /** Parses a piece, unless the form is left meanwhile. */
  private async take(piece: Buffer): Promise<void> {
    for (let from = 0; from < piece.length && !this.isLeft; from += AT_A_TIME) {
      await this.parse(piece.subarray(from, from + AT_A_TIME));
      await this.roomForParts();
    }
  }

  /** Resolves when the parser has room for more. */
  private parse(piece: Buffer): Promise<void> | undefined {
    if (this.dicer.write(piece)) return undefined;
    return new Promise((resolve) => (this.wake = resolve));
  }

  /** Resolves when most of the parts that have arrived were read: even small parts take memory. */
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

import { eventually } from '@pks/testing/black-box';

/** An event as a client has read it. */
export interface StreamEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of a stream of server-sent events. */
export class EventStream {
  readonly events: StreamEvent[] = [];
  /** Lines that begin with a colon. */
  comments = 0;
  ended = false;

  private constructor(
    readonly response: Response,
    private readonly leaving: AbortController,
  ) {}

  /** Requests a stream, and begins to read it. */
  static async open(
    address: string,
    token: string,
    headers: Record<string, string> = {},
  ): Promise<EventStream> {
    return EventStream.request(address, { headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  /** Requests a stream by a POST, and begins to read it. */
  static async ask(
    address: string,
    token: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<EventStream> {
    const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    return EventStream.request(address, { method: 'POST', headers: json, body: JSON.stringify(body) });
  }

  private static async request(address: string, init: RequestInit): Promise<EventStream> {
    const leaving = new AbortController();
    const response = await fetch(address, { ...init, signal: leaving.signal });
    const stream = new EventStream(response, leaving);
    void stream.read();
    return stream;
  }

  /** The id of the last event that was read. */
  get lastId(): string {
    return this.events.findLast(({ id }) => id !== undefined)?.id ?? '';
  }

  /** The events that were read, except the one that opens the stream. */
  get changes(): StreamEvent[] {
    return this.events.filter(({ event }) => event !== 'open');
  }

  /** The first event of a kind, once it arrives. */
  async first(name: string, patienceMs?: number): Promise<StreamEvent> {
    const find = (): StreamEvent | undefined => this.events.find(({ event }) => event === name);
    await eventually(`${name} was read`, () => find() !== undefined, patienceMs);
    return find()!;
  }

  close(): void {
    this.leaving.abort();
  }

  private async read(): Promise<void> {
    const { body } = this.response;
    let text = '';
    try {
      for await (const bytes of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = `${text}${bytes}`.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // One side or the other closed it.
    }
    this.ended = true;
  }

  private take(block: string): void {
    const lines = block.split('\n');
    const value = (name: string): string | undefined =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    this.comments += lines.filter((line) => line.startsWith(':')).length;
    const [id, event, data] = [value('id'), value('event'), value('data')];
    if (event === undefined || data === undefined) return;
    this.events.push({
      ...(id === undefined ? {} : { id }),
      event,
      data: JSON.parse(data) as StreamEvent['data'],
    });
  }
}

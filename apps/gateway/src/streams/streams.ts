import type { ServerResponse } from 'node:http';
import { NOTIFICATIONS_MOVED, NotificationsMoved, notifications } from '@pks/contracts';
import {
  type BusClient,
  type BusConnection,
  Fault,
  type FaultData,
  type Log,
  type SealedCaller,
  Unavailable,
  parserOf,
} from '@pks/platform/process';
import { type Admitted, LOOK_AGAIN_MS } from '../access/gatekeeper.ts';
import { opening, resuming } from './event-text.ts';
import { EventWriter } from './event-writer.ts';
import { type Batch, NotificationStream, type StreamTimes } from './notification-stream.ts';

/** Changes that are asked for at a time: a stream holds no more. */
const BATCH = 100;
/** Streams that a credential may have open at this gateway. */
const MOST_STREAMS = 20;
/** When one who has too many should come again. Seconds. */
const COME_AGAIN_S = 15;

interface StreamsParts {
  readonly bus: BusClient;
  readonly connection: BusConnection;
  readonly deadlineMs: number;
  readonly log: Log;
}

const TIMES: StreamTimes = { lookMs: LOOK_AGAIN_MS, beatMs: 15_000 };
/** A reader who takes nothing for so long is disconnected. Milliseconds. */
const PATIENCE_MS = 60_000;

const TOO_MANY: FaultData = {
  kind: 'throttled',
  message: `No more than ${MOST_STREAMS} streams may be open with one credential.`,
  retryAfter: COME_AGAIN_S,
};

/** A request for a stream. */
export interface StreamWish {
  readonly requestId: string;
  readonly admitted: Admitted;
  readonly projectId: string;
  /** The change after which it goes on; undefined: it begins now. */
  readonly after: number | undefined;
  readonly readmit: () => Promise<Admitted>;
}

/** The streams that this gateway has open. */
export class Streams {
  private readonly open = new Map<string, Set<NotificationStream>>();
  private readonly taken = new Map<string, number>();
  private closing = false;

  constructor(private readonly parts: StreamsParts) {}

  /** How many are open. */
  get size(): number {
    return [...this.taken.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Listens for notices; those that get lost while NATS is away are made up for when it is back. */
  listen(): void {
    const { connection } = this.parts;
    void connection.subscribe(NOTIFICATIONS_MOVED, (message) => this.hear(message.data));
    connection.onLoss(() => this.each((stream) => stream.wake()));
  }

  /** Looks at once whether each may still be had. */
  look(): void {
    this.each((stream) => void stream.look());
  }

  /** Begins a stream as soon as `answer` has been called, which begins the answer. @throws Fault before that. */
  async begin(wish: StreamWish, response: ServerResponse, answer: () => void): Promise<void> {
    this.take(wish.admitted.caller.credential_id, response);
    const from = wish.after ?? (await this.ask(wish, wish.admitted.sealed)).last;
    if (this.closing) throw new Unavailable();
    if (response.closed) return;
    answer();
    const writer = new EventWriter(response, PATIENCE_MS);
    writer.say(wish.after === undefined ? opening(from) : resuming());
    const stream = new NotificationStream(wish.admitted.caller.user_id, from, {
      writer,
      log: this.parts.log,
      readmit: wish.readmit,
      ask: (caller, after) => this.ask(wish, caller, after),
    });
    this.keep(stream, placeOf(wish.projectId, wish.admitted.caller.user_id), response);
    stream.begin(TIMES);
  }

  /** Ends all at once, and begins no more: clients come again, to another gateway. */
  close(): void {
    this.closing = true;
    this.each((stream) => stream.end());
  }

  /** Counts a stream until its connection is through with it. @throws Fault when the credential has too many. */
  private take(credentialId: string, response: ServerResponse): void {
    const before = this.taken.get(credentialId) ?? 0;
    if (before >= MOST_STREAMS) throw new Fault(TOO_MANY);
    this.taken.set(credentialId, before + 1);
    response.once('close', () => {
      const left = (this.taken.get(credentialId) ?? 0) - 1;
      if (left > 0) this.taken.set(credentialId, left);
      else this.taken.delete(credentialId);
    });
  }

  private keep(stream: NotificationStream, place: string, response: ServerResponse): void {
    const beside = this.open.get(place) ?? new Set();
    this.open.set(place, beside.add(stream));
    response.once('close', () => {
      stream.stop();
      beside.delete(stream);
      if (beside.size === 0) this.open.delete(place);
    });
  }

  private async ask(wish: StreamWish, caller: SealedCaller, after?: number): Promise<Batch> {
    const context = {
      requestId: wish.requestId,
      deadline: Date.now() + this.parts.deadlineMs,
      caller,
    };
    const question = { project_id: wish.projectId, limit: BATCH, ...(after === undefined ? {} : { after }) };
    const answer = await this.parts.bus.call(notifications.calls.changes, question, context);
    return { ...answer, full: answer.changes.length >= BATCH };
  }

  private hear(data: Uint8Array): void {
    try {
      const moved = parserOf(NotificationsMoved).parse(JSON.parse(Buffer.from(data).toString()));
      for (const userId of moved.user_ids) {
        for (const stream of this.open.get(placeOf(moved.project_id, userId)) ?? []) stream.wake();
      }
    } catch (error) {
      this.parts.log.warn({ err: error }, 'a notice of changed notifications was not readable');
      this.each((stream) => stream.wake());
    }
  }

  private each(what: (stream: NotificationStream) => void): void {
    for (const beside of this.open.values()) for (const stream of beside) what(stream);
  }
}

/** Whose notifications, and where. */
function placeOf(projectId: string, userId: string): string {
  return `${projectId.toLowerCase()} ${userId.toLowerCase()}`;
}

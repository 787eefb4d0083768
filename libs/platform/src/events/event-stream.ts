import {
  type Consumer,
  type ConsumerConfig,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
} from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { BusConnection } from '../bus/connection.ts';
import type { Log } from '../logging/log.ts';
import { following, newConsumer, rewoundTo } from './durable-consumer.ts';
import { type EventStreamOptions, StreamSettings, isRefusal } from './stream-settings.ts';
import { STREAM, eventsOf } from './stream-subjects.ts';

const PUBLISH_WITHIN_MS = 5_000;

/** The headers of an event's message, in addition to JetStream's own. */
export const EVENT_HEADER = { requestId: 'Request-Id', occurredAt: 'Occurred-At' } as const;
const MESSAGE_ID = 'Nats-Msg-Id';

/** An event to be published. */
export interface EventMessage {
  readonly id: string;
  readonly subject: string;
  /** JSON. */
  readonly payload: string;
  readonly requestId: string;
  readonly occurredAt: string;
}

/** An event in the stream. */
export interface StoredEvent {
  /** Empty if the message has none. */
  readonly id: string;
  readonly sequence: number;
  /** An invalid date if unknown. */
  readonly occurredAt: Date;
}

/** The opened stream, with its first and last sequence at that moment. */
interface OpenStream {
  readonly manager: JetStreamManager;
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/** The stream of all services' events in JetStream. It is the transport and may lose events; the rows of the outboxes are the truth. */
export class EventStream {
  private known: { readonly outages: number; readonly opened: Promise<OpenStream> } | undefined;
  private readonly settings: StreamSettings;
  private hasOpened = false;
  private refusal: string | undefined;

  constructor(
    private readonly connection: BusConnection,
    options: EventStreamOptions,
    private readonly log: Log,
  ) {
    this.settings = new StreamSettings(connection, options, log);
  }

  /** Increases when the connection is lost: afterwards, earlier replies of the server may no longer hold. */
  get outages(): number {
    return this.connection.outages;
  }

  /**
   * Why the server refuses to keep the stream; undefined if it does not. A process that has used the stream before
   * goes on with everything else: its events wait.
   */
  get notReady(): string | undefined {
    return this.hasOpened ? undefined : this.refusal;
  }

  /** Resolves with the event's sequence in the stream once the server has acknowledged it. @throws Error otherwise, even if the server may have stored it. */
  async publish(event: EventMessage): Promise<number> {
    const jetstream = (await this.open()).manager.jetstream();
    const notes = headers();
    notes.set(EVENT_HEADER.requestId, event.requestId);
    notes.set(EVENT_HEADER.occurredAt, event.occurredAt);
    const { seq } = await jetstream.publish(event.subject, event.payload, {
      msgID: event.id,
      headers: notes,
      timeout: PUBLISH_WITHIN_MS,
      retries: 0,
    });
    return seq;
  }

  /** The sequence of the oldest message that had not expired when the stream was opened. */
  async firstSequence(): Promise<number> {
    return (await this.open()).firstSequence;
  }

  /** The id of the event at a sequence; null if there is none. */
  async idAt(sequence: number): Promise<string | null> {
    const { manager } = await this.open();
    const message = await manager.streams.getMessage(STREAM, { seq: sequence });
    return message?.header.get(MESSAGE_ID) || null;
  }

  /** The first event of a service after a sequence; null if there is none. */
  async eventAfter(sequence: number, service: string): Promise<StoredEvent | null> {
    const { manager } = await this.open();
    const query = { seq: sequence + 1, next_by_subj: eventsOf(service) };
    const message = await manager.streams.getMessage(STREAM, query);
    return (
      message && {
        id: message.header.get(MESSAGE_ID),
        sequence: message.seq,
        occurredAt: new Date(message.header.get(EVENT_HEADER.occurredAt)),
      }
    );
  }

  /**
   * The consumer with this name, which receives the events of some subjects in order. It is created if it is missing, and
   * then begins with the oldest event; of subjects that are added later, it receives the events from then on.
   */
  async consumer(name: string, subjects: readonly string[]): Promise<Consumer> {
    const { manager, lastSequence } = await this.open();
    const info = await manager.consumers.info(STREAM, name).catch((error: unknown) => {
      if (!hasCode(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
      return undefined;
    });
    const successor = info && following(info, subjects, lastSequence);
    if (!info) await manager.consumers.add(STREAM, newConsumer(name, subjects));
    else if (successor) await this.replace(manager, name, successor);
    return manager.jetstream().consumers.get(STREAM, name);
  }

  /** How many events a consumer has not handled yet. */
  async pendingOf(name: string): Promise<number> {
    const { manager } = await this.open();
    const { num_pending, num_ack_pending } = await manager.consumers.info(STREAM, name);
    return num_pending + num_ack_pending;
  }

  /**
   * Makes all consumers begin again at a sequence, or before it if they have not finished earlier events: the events from
   * there on were lost, and others may take their place.
   */
  async rewindConsumers(sequence: number): Promise<void> {
    const { manager } = await this.open();
    for await (const info of manager.consumers.list(STREAM)) {
      await this.replace(manager, info.name, rewoundTo(sequence, info));
    }
  }

  /** Makes the next use open the stream again, because the stream may be gone. */
  forget(): void {
    this.known = undefined;
  }

  private async replace(
    manager: JetStreamManager,
    name: string,
    successor: Partial<ConsumerConfig>,
  ): Promise<void> {
    await manager.consumers.delete(STREAM, name);
    await manager.consumers.add(STREAM, successor);
  }

  private open(): Promise<OpenStream> {
    const { outages, known } = this;
    if (known?.outages === outages) return known.opened;
    const opened = this.openStream();
    this.known = { outages, opened };
    opened.catch(() => {
      if (this.known?.opened === opened) this.known = undefined;
    });
    return opened;
  }

  /** Logs a refusal unless it is the same as before; any other failure may pass. */
  private failed(error: unknown): never {
    if (isRefusal(error)) {
      const refusal = `NATS refuses the stream of events: ${error.message}.`;
      if (refusal !== this.refusal) this.log.error(`${refusal} No event is delivered.`);
      this.refusal = refusal;
    }
    throw error;
  }

  private async openStream(): Promise<OpenStream> {
    const manager = await jetstreamManager(this.connection.native, { checkAPI: false });
    const { state } = await this.settings.apply(manager).catch((error: unknown) => this.failed(error));
    this.hasOpened = true;
    this.refusal = undefined;
    return { manager, firstSequence: state.first_seq, lastSequence: state.last_seq };
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof JetStreamApiError && error.code === code;
}

import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  jetstreamManager,
} from '@nats-io/jetstream';
import { headers, nanos } from '@nats-io/transport-node';
import type { BusConnection } from '../bus/connection.ts';
import { STREAM } from './stream-subjects.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than rows live in an outbox, so that a missing message was lost. Milliseconds. */
const KEPT_MS = 8 * DAY_MS;
/** The server drops a second message of the same event within this time, the inbox later ones. Milliseconds. */
const DUPLICATES_MS = 10 * 60_000;
/** An event that is not acknowledged for this long is delivered again. Milliseconds. */
export const ACK_WAIT_MS = 5_000;
const PUBLISH_WITHIN_MS = 5_000;
const NAME_IN_USE = 10058;

/** The headers of an event's message, in addition to JetStream's own. */
export const EVENT_HEADER = { requestId: 'Request-Id', occurredAt: 'Occurred-At' } as const;
const MESSAGE_ID = 'Nats-Msg-Id';

/** An event as it is published. */
export interface EventMessage {
  readonly id: string;
  readonly subject: string;
  /** JSON. */
  readonly payload: string;
  readonly requestId: string;
  readonly occurredAt: string;
}

/** How many servers store each event. */
export interface EventStreamOptions {
  readonly replicas: number;
}

/** The stream of all services' events in JetStream. It is the transport and may lose events; the rows of the outboxes are the truth. */
export class EventStream {
  private manager: { readonly outages: number; readonly opened: Promise<JetStreamManager> } | undefined;

  constructor(
    private readonly connection: BusConnection,
    private readonly options: EventStreamOptions,
  ) {}

  /** Increases when the connection is lost: afterwards, earlier replies of the server may no longer hold. */
  get outages(): number {
    return this.connection.outages;
  }

  /** Resolves with the event's sequence in the stream once the server has acknowledged it. @throws Error otherwise, also when the server may have it. */
  async publish(event: EventMessage): Promise<number> {
    const jetstream = (await this.open()).jetstream();
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

  /** The id of the event at a sequence; null when there is none. */
  async idAt(sequence: number): Promise<string | null> {
    const manager = await this.open();
    const message = await manager.streams.getMessage(STREAM, { seq: sequence });
    return message?.header.get(MESSAGE_ID) || null;
  }

  /** The consumer of a name. It is created when it is missing, and then begins with the oldest event. */
  async consumer(name: string): Promise<Consumer> {
    const manager = await this.open();
    try {
      await manager.consumers.info(STREAM, name);
    } catch (error) {
      if (!hasCode(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
      await manager.consumers.add(STREAM, { ...consumerOf(name), deliver_policy: DeliverPolicy.All });
    }
    return manager.jetstream().consumers.get(STREAM, name);
  }

  /** How many events a consumer has not handled. */
  async pendingOf(name: string): Promise<number> {
    const manager = await this.open();
    const { num_pending, num_ack_pending } = await manager.consumers.info(STREAM, name);
    return num_pending + num_ack_pending;
  }

  /** Resets consumers that are past a sequence to it: the events there were lost, and others may take their place. */
  async rewindConsumers(sequence: number): Promise<void> {
    const manager = await this.open();
    for await (const { name, delivered } of manager.consumers.list(STREAM)) {
      if (delivered.stream_seq < sequence) continue;
      await manager.consumers.delete(STREAM, name);
      const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: sequence };
      await manager.consumers.add(STREAM, { ...consumerOf(name), ...start });
    }
  }

  /** Opens the stream again at the next use, because it may be gone. */
  forget(): void {
    this.manager = undefined;
  }

  private open(): Promise<JetStreamManager> {
    const { outages } = this;
    const known = this.manager;
    if (known?.outages === outages) return known.opened;
    const opened = this.openStream();
    this.manager = { outages, opened };
    opened.catch(() => {
      if (this.manager?.opened === opened) this.manager = undefined;
    });
    return opened;
  }

  private async openStream(): Promise<JetStreamManager> {
    const manager = await jetstreamManager(this.connection.native, { checkAPI: false });
    const config = {
      subjects: ['*.event.*'],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(KEPT_MS),
      duplicate_window: nanos(DUPLICATES_MS),
      num_replicas: this.options.replicas,
    };
    try {
      await manager.streams.add({ name: STREAM, ...config });
    } catch (error) {
      if (!hasCode(error, NAME_IN_USE)) throw error;
      await manager.streams.update(STREAM, config);
    }
    return manager;
  }
}

function consumerOf(name: string): Partial<ConsumerConfig> {
  return {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
  };
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof JetStreamApiError && error.code === code;
}

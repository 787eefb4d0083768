import type { ConsumerConfig, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { reach } from '../diagnostics/moments.ts';
import { Invalid } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { RetryLog } from '../logging/retry-log.ts';
import { Bell } from '../time/bell.ts';
import type { Occurred } from './consumes.ts';
import type { EventHandling } from './event-handling.ts';
import { ACK_WAIT_MS, isBefore } from './durable-consumer.ts';
import { EVENT_HEADER, type EventStream } from './event-stream.ts';
import { gathered } from './gathered.ts';

const RETRY_MS = 500;
const FETCHED = 64;
/** The most events that are handled together. Whatever they lock stays locked until the last of them is done. */
const TOGETHER = 32;
/** Events that are handled together are handled at once after a pause, and at most this often while more arrive, so that more come together. Milliseconds. */
const TOGETHER_EVERY_MS = 50;
/** A fetch without results ends after this long, and is repeated. Milliseconds. */
const FETCH_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/**
 * After more deliveries that did not finish, an event becomes a dead letter, because it may be what ends the process: one event in each
 * life of a process. Others were delivered as often because they were fetched together with it, and are tried.
 */
const MOST_DELIVERIES = 20;

/**
 * Reads the events of the stream for one consumer, through any outage of the stream: one at a time, or all that wait if the
 * consumer handles several together.
 */
export class ConsumerLoop {
  private readonly bell = new Bell();
  private underWay: Promise<void> | undefined;
  private fetched: ConsumerMessages | undefined;
  private stopping = false;
  private hasBuried = false;
  private readonly retries: RetryLog;

  constructor(
    /** The name of the durable consumer on the stream. */
    readonly name: string,
    private readonly stream: EventStream,
    private readonly handling: EventHandling,
    private readonly log: Log,
  ) {
    this.retries = new RetryLog(log, 'events wait to be handled', { consumer: name });
  }

  open(): void {
    this.underWay = this.run();
  }

  /** Finishes the events under way; the others that were fetched are delivered to other replicas. */
  async close(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    this.fetched?.stop();
    await this.underWay;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.takeSome();
        this.retries.succeeded();
      } catch (error) {
        if (!this.stopping) this.retries.failed(error);
        this.stream.forget();
        if (!this.stopping) await this.bell.wait(RETRY_MS);
      }
    }
  }

  private async takeSome(): Promise<void> {
    const consumer = await this.stream.consumer(this.name, this.handling.subjects);
    const { config } = await consumer.info(true);
    const most = this.handling.handlesTogether ? TOGETHER : 1;
    while (!this.stopping) {
      const { outages } = this.stream;
      const options = { max_messages: FETCHED, expires: FETCH_MS, idle_heartbeat: HEARTBEAT_MS };
      this.fetched = await consumer.fetch(options);
      for await (const messages of gathered(this.fetched, most, TOGETHER_EVERY_MS))
        await this.take(messages, config);
      if (this.stream.outages !== outages) return;
    }
  }

  private async take(messages: readonly JsMsg[], config: ConsumerConfig): Promise<void> {
    const concerning = messages.filter((message) => {
      const concerns =
        this.handling.handles(message.subject) && !isBefore(config, message.subject, message.seq);
      if (!concerns) message.ack();
      return concerns;
    });
    const beat = setInterval(() => concerning.forEach((message) => message.working()), ACK_WAIT_MS / 2);
    try {
      if (await this.takeTogether(concerning)) return;
      for (const message of concerning) await this.takeOne(message);
    } finally {
      clearInterval(beat);
    }
  }

  /**
   * False if each event has to be taken alone: handling them together failed, a message is no event, or an event was delivered
   * before and may be what ended the process.
   */
  private async takeTogether(messages: readonly JsMsg[]): Promise<boolean> {
    if (this.stopping || messages.length < 2 || messages.some(({ redelivered }) => redelivered)) return false;
    const events = eventsOf(messages);
    if (!events || !(await this.handling.handleTogether(events))) return false;
    reach('acknowledging');
    for (const message of messages) message.ack();
    return true;
  }

  /**
   * Tries until the event is handled or deferred. If neither can be stored, the event is not to blame: it is not delivered again for
   * that, however long it takes, because deliveries are counted.
   */
  private async takeOne(message: JsMsg): Promise<void> {
    while (!this.stopping) {
      try {
        await this.handle(message);
        reach('acknowledging');
        return message.ack();
      } catch (error) {
        if (error instanceof Invalid) return this.drop(message, error);
        if (!this.stopping) this.retries.failed(error);
        await this.bell.wait(RETRY_MS);
      }
    }
    message.nak();
  }

  private async handle(message: JsMsg): Promise<void> {
    const event = eventOf(message);
    const { deliveryCount } = message.info;
    if (this.hasBuried || deliveryCount <= MOST_DELIVERIES) return void (await this.handling.handle(event));
    await this.handling.bury(event, `It was delivered ${deliveryCount} times and never finished.`);
    this.hasBuried = true;
  }

  /** Drops a message that is no event: no retry can change that, and even a dead letter cannot store it. */
  private drop(message: JsMsg, reason: Invalid): void {
    const { subject, seq } = message;
    this.log.error({ err: reason, subject, sequence: seq, consumer: this.name }, 'a message is no event');
    message.term();
  }
}

/** Undefined if one of the messages is no event. */
function eventsOf(messages: readonly JsMsg[]): Occurred[] | undefined {
  try {
    return messages.map(eventOf);
  } catch {
    return undefined;
  }
}

/** @throws Invalid if the message is no event. */
function eventOf({ subject, headers, data }: JsMsg): Occurred {
  const occurredAt = new Date(headers?.get(EVENT_HEADER.occurredAt) ?? 0);
  if (Number.isNaN(occurredAt.getTime()))
    throw Invalid.field(EVENT_HEADER.occurredAt, 'The header is no date.');
  return {
    id: headers?.get('Nats-Msg-Id') ?? '',
    subject,
    payload: payloadIn(data),
    requestId: headers?.get(EVENT_HEADER.requestId) || 'none',
    occurredAt,
  };
}

function payloadIn(data: Uint8Array): object {
  try {
    const payload: unknown = JSON.parse(Buffer.from(data).toString());
    if (typeof payload === 'object' && payload !== null) return payload;
  } catch {
    // The payload is refused below.
  }
  throw Invalid.field('non_field_errors', 'The message is no JSON object.');
}

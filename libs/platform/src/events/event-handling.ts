import type { EventType } from '@pks/contracts';
import { within } from '../bus/call-context.ts';
import type { Log } from '../logging/log.ts';
import { type FaultKind, faultOf } from '../errors/fault.ts';
import type { Consumer, Occurred } from './consumes.ts';
import { type DeferredEvents, MOST_FAILURES } from './deferred-events.ts';
import type { Inbox } from './inbox.ts';
import { payloadOf } from './occurrence.ts';

/** A consumer may take this long for what it asks of others. Milliseconds. */
const DEADLINE_MS = 3_000;

/** Faults of which nobody is guilty: what was needed was away, and will be back. */
const PASSING: ReadonlySet<FaultKind> = new Set(['unavailable', 'overloaded', 'deadline_exceeded']);

/** What became of an event. */
export type Handling = 'handled' | 'repeated' | 'deferred' | 'dead';
/** Told of each event that was handled: for metrics. */
export type OnHandled = (consumer: string, handling: Handling, event: Occurred) => void;

interface HandlingParts {
  readonly inbox: Inbox;
  readonly deferred: DeferredEvents;
  readonly log: Log;
  readonly onHandled: OnHandled;
}

/** Hands events to one consumer: each takes effect once, and one that fails is put off without holding up the others. */
export class EventHandling {
  private readonly types: ReadonlyMap<string, EventType>;

  constructor(
    readonly consumer: string,
    types: readonly EventType[],
    private readonly target: Consumer<EventType>,
    private readonly parts: HandlingParts,
  ) {
    this.types = new Map(types.map((type) => [type.subject, type]));
  }

  /** Whether the consumer takes events of this subject. */
  takes(subject: string): boolean {
    return this.types.has(subject);
  }

  /** Resolves once the event has taken effect or is put off. @throws Error when neither could be written down. */
  async handle(event: Occurred): Promise<void> {
    try {
      const handling = await this.effectOf(event);
      this.parts.onHandled(this.consumer, handling, event);
    } catch (error) {
      await this.putOff(event, error);
    }
  }

  /** One that came too often without an end: it may be what ends the process. */
  async bury(event: Occurred, reason: string): Promise<void> {
    for (let failures = 0; failures < MOST_FAILURES;) {
      failures = await this.parts.deferred.add(this.consumer, event, reason, true);
    }
    this.tellDead(event, reason);
  }

  private async effectOf(event: Occurred): Promise<Handling> {
    const { inbox, deferred } = this.parts;
    const type = this.types.get(event.subject);
    const seen = !type || (await inbox.has(this.consumer, event.id));
    if (!seen) {
      const occurred = { ...event, payload: payloadOf(type, event.payload) };
      const context = { requestId: event.requestId, deadline: Date.now() + DEADLINE_MS, caller: null };
      await within(context, () =>
        this.target.consume(occurred, (effect) => inbox.once(this.consumer, event.id, effect)),
      );
    }
    await deferred.drop(this.consumer, event.id);
    return seen ? 'repeated' : 'handled';
  }

  private async putOff(event: Occurred, error: unknown): Promise<void> {
    const counts = !PASSING.has(faultOf(error).kind);
    const failures = await this.parts.deferred.add(this.consumer, event, error, counts);
    if (failures >= MOST_FAILURES) return this.tellDead(event, error);
    const notes = { err: error, failures, ...notesOf(event) };
    this.parts.log.warn({ ...notes, consumer: this.consumer }, 'an event is tried again');
    this.parts.onHandled(this.consumer, 'deferred', event);
  }

  private tellDead(event: Occurred, error: unknown): void {
    this.parts.log.error(
      { err: error, ...notesOf(event), consumer: this.consumer },
      'an event is a dead letter',
    );
    this.parts.onHandled(this.consumer, 'dead', event);
  }
}

function notesOf({ id, subject, requestId }: Occurred): object {
  return { event_id: id, subject, request_id: requestId };
}

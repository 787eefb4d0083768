import type { EventType } from '@pks/contracts';
import { ownCall, within } from '../calls/call-context.ts';
import { inProject, projectNamedIn } from '../calls/project-scope.ts';
import type { Log } from '../logging/log.ts';
import { type FaultKind, faultOf } from '../errors/fault.ts';
import type { Clock } from '../time/clock.ts';
import type { BatchConsumer, Consumer, Occurred } from './consumes.ts';
import { type DeferredEvents, MOST_FAILURES } from './deferred-events.ts';
import type { Inbox } from './inbox.ts';
import { LoggedSeldom } from '../logging/logged-seldom.ts';
import { payloadOf } from './occurrence.ts';

/** The deadline of a consumer's calls to other services. Milliseconds. */
const DEADLINE_MS = 3_000;

/** Faults that pass: something was unavailable, or at its limit, for a while. They do not count towards a dead letter. */
const PASSING: ReadonlySet<FaultKind> = new Set([
  'unavailable',
  'overloaded',
  'deadline_exceeded',
  'throttled',
]);

/** For this long after an event occurred, waiting for a passing fault is logged only as information: a service is starting, or being updated. Milliseconds. */
const EARLY_MS = 60_000;

/** The outcomes of events. */
export const HANDLINGS = ['handled', 'repeated', 'deferred', 'dead'] as const;
/** The outcome of an event. */
export type Handling = (typeof HANDLINGS)[number];
/** The result of an attempt: the event took effect, failed by itself, or was deferred because something that the consumer needs for any event is away. */
export type Attempt = 'effective' | 'failed' | 'away';
/** Called with the outcome of each event, for metrics. */
export type OnHandled = (consumer: string, handling: Handling, event: Occurred) => void;

interface HandlingParts {
  readonly inbox: Inbox;
  readonly deferred: DeferredEvents;
  readonly log: Log;
  readonly clock: Clock;
  readonly onHandled: OnHandled;
}

/** An event with the validated payload of its type, and the project that the payload names. */
interface Received {
  readonly event: Occurred;
  readonly id: string;
  readonly project: string | null;
}

/** Delivers events to one consumer: each takes effect once, and an event that fails is deferred without delaying the others. */
export class EventHandling {
  private readonly types: ReadonlyMap<string, EventType>;
  private readonly passing: LoggedSeldom;

  constructor(
    readonly consumer: string,
    types: readonly EventType[],
    private readonly target: Consumer<EventType>,
    private readonly parts: HandlingParts,
    private readonly together?: BatchConsumer<EventType>,
  ) {
    this.types = new Map(types.map((type) => [type.subject, type]));
    this.passing = new LoggedSeldom(parts.clock);
  }

  /** The subjects of the events that the consumer handles. */
  get subjects(): readonly string[] {
    return [...this.types.keys()];
  }

  /** Whether the consumer handles several events together. */
  get handlesTogether(): boolean {
    return this.together !== undefined;
  }

  /** Whether the consumer handles events of this subject. */
  handles(subject: string): boolean {
    return this.types.has(subject);
  }

  /**
   * Resolves once the event has taken effect or is deferred. For a deferred event, `seen` is how often it has failed so
   * far.
   * @throws Error if neither could be stored.
   */
  async handle(event: Occurred, seen?: number): Promise<Attempt> {
    try {
      const handling = await this.effectOf(event);
      this.parts.onHandled(this.consumer, handling, event);
      return 'effective';
    } catch (error) {
      return this.defer(event, error, seen);
    }
  }

  /**
   * Handles events together, in one transaction. False if that fails: nothing has happened then, and each event has to be
   * handled alone, so that one that fails harms no other.
   */
  async handleTogether(events: readonly Occurred[]): Promise<boolean> {
    const { together, parts, consumer } = this;
    if (!together) return false;
    try {
      await this.takeEffect(together, events);
      return true;
    } catch (error) {
      parts.log.debug({ err: error, consumer }, 'events are handled each alone');
      return false;
    }
  }

  /** Makes a dead letter of an event that was delivered too often and never finished: it may be what ends the process. */
  async bury(event: Occurred, reason: string): Promise<void> {
    for (let failures = 0; failures < MOST_FAILURES;) {
      failures = await this.parts.deferred.add(this.consumer, event, { error: reason, counts: true });
    }
    this.logDead(event, reason);
  }

  private async effectOf(event: Occurred): Promise<Handling> {
    const { inbox, deferred } = this.parts;
    const received = this.receive(event);
    const seen = (await inbox.handled(this.consumer, [received])).size > 0;
    let isRecorded = false;
    const once = async (effect: () => Promise<void>): Promise<void> => {
      await inbox.once(this.consumer, [event.id], effect);
      isRecorded = true;
    };
    if (!seen) await this.within(received, () => this.target.consume(received.event, once));
    if (!isRecorded) await deferred.drop(this.consumer, [event.id]);
    return seen ? 'repeated' : 'handled';
  }

  private async takeEffect(together: BatchConsumer<EventType>, events: readonly Occurred[]): Promise<void> {
    const { inbox, deferred, onHandled } = this.parts;
    const received = [...new Map(events.map((event) => [event.id, this.receive(event)])).values()];
    const seen = await inbox.handled(this.consumer, received);
    const unseen = received.filter(({ id }) => !seen.has(id)).map(({ event }) => event);
    const unseenIds = unseen.map(({ id }) => id);
    const ids = events.map(({ id }) => id);
    let isRecorded = false;
    const once = async (effect: (first: readonly Occurred[]) => Promise<void>): Promise<void> => {
      await inbox.once(this.consumer, unseenIds, (first) => effect(unseen.filter(({ id }) => first.has(id))));
      isRecorded = true;
    };
    const [first] = unseen;
    if (first) await this.within({ event: first, project: null }, () => together.consume(unseen, once));
    if (!isRecorded || seen.size > 0) await deferred.drop(this.consumer, ids);
    const handled = new Set(unseenIds);
    for (const event of events)
      onHandled(this.consumer, handled.delete(event.id) ? 'handled' : 'repeated', event);
  }

  /** @throws Invalid if the payload is not that of the event's type. */
  private receive(event: Occurred): Received {
    const type = this.types.get(event.subject);
    const payload = type ? payloadOf(type, event.payload) : {};
    return { event: { ...event, payload }, id: event.id, project: projectNamedIn(payload) };
  }

  private within({ event, project }: Omit<Received, 'id'>, work: () => Promise<void>): Promise<void> {
    return within(ownCall(DEADLINE_MS, event.requestId), () => inProject(project, work));
  }

  /** Defers an event. A throttled event waits for its own time, which says nothing about other events. */
  private async defer(event: Occurred, error: unknown, seen?: number): Promise<Attempt> {
    const { kind, retryAfter } = faultOf(error);
    const counts = !PASSING.has(kind);
    const failures = await this.parts.deferred.add(this.consumer, event, { error, counts, retryAfter, seen });
    if (failures >= MOST_FAILURES) {
      this.logDead(event, error);
      return 'failed';
    }
    if (counts) this.logFailed(event, error, failures);
    else this.logWaiting(event, error);
    this.parts.onHandled(this.consumer, 'deferred', event);
    return counts || kind === 'throttled' ? 'failed' : 'away';
  }

  private logFailed(event: Occurred, error: unknown, failures: number): void {
    const notes = { err: error, failures, ...notesOf(event), consumer: this.consumer };
    this.parts.log.warn(notes, 'event deferred');
  }

  /** All events of a consumer may wait for the same thing, and be tried again and again: one line a minute speaks for all of them. */
  private logWaiting(event: Occurred, error: unknown): void {
    const { log } = this.parts;
    const { kind, message } = faultOf(error);
    const level = Date.now() - event.occurredAt.getTime() < EARLY_MS ? 'info' : 'warn';
    const attempts = this.passing.note(`${level} ${kind}`);
    const notes = { ...notesOf(event), consumer: this.consumer };
    if (attempts > 0) log[level]({ reason: message, attempts, ...notes }, 'event deferred');
    else log.debug({ err: error, ...notes }, 'another event deferred');
  }

  private logDead(event: Occurred, error: unknown): void {
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

import { EventPattern, type MessageHandler } from '@nestjs/microservices';
import type { EventType, PayloadOf } from '@pks/contracts';
import { declareController, declareHandler, resultOf } from '../bus/nest-handlers.ts';

/** An event as a consumer receives it: the payload that its service stored, and when and in which request it happened. */
export interface Occurred<E extends EventType = EventType> {
  readonly id: string;
  readonly subject: E['subject'];
  readonly payload: PayloadOf<E>;
  readonly occurredAt: Date;
  readonly requestId: string;
}

/**
 * Carries out the effect of an event in one transaction with the record that it was carried out; does nothing if it was
 * carried out before, however often the event is delivered and whichever process dies in between.
 */
export type Once = (effect: () => Promise<void>) => Promise<void>;

/**
 * Consumes events of some types. It queries other services before `once`, so that no transaction waits for them, and
 * writes within `once`. A consumer that never calls `once` has nothing to do for that event.
 */
export interface Consumer<E extends EventType> {
  consume(event: Occurred<E>, once: Once): Promise<void>;
}

/**
 * Carries out the effects of events in one transaction with the record that they were carried out: `first` are the events that
 * were not carried out before, in their order. If it fails, nothing has changed, and all events are delivered again, each
 * alone.
 */
export type OnceEach<E extends EventType> = (
  effect: (first: readonly Occurred<E>[]) => Promise<void>,
) => Promise<void>;

/**
 * Consumes events of some types: all that wait, of any projects, together and in their order; under no load each alone. It
 * runs in no project: effects on a project run `inProject`, those that lock in the order of the projects' ids. Otherwise like
 * a `Consumer`.
 */
export interface BatchConsumer<E extends EventType> {
  consume(events: readonly Occurred<E>[], once: OnceEach<E>): Promise<void>;
}

/** A consumer under the name by which its service remembers which events were carried out. */
export interface Consumption {
  readonly name: string;
  readonly events: readonly EventType[];
  readonly consumer: Consumer<EventType>;
  /** The same consumer, if it consumes several events together. */
  readonly together?: BatchConsumer<EventType>;
}

/** The data of a Nest handler beside its pattern. */
interface EventExtras {
  readonly consumer: string;
  readonly events: readonly EventType[];
  readonly together: boolean;
}

/**
 * Makes a class a controller of Nest whose `consume` is the `@EventPattern()` of some types of events, with the event as
 * `@Payload()` and `once` as `@Ctx()`. The consumer's name must never change, or every event takes effect again.
 */
export function Consumes<const E extends readonly EventType[]>(name: string, ...events: E) {
  return <T extends abstract new (...dependencies: never[]) => Consumer<E[number]>>(consumer: T): void =>
    declareConsumer(consumer, { consumer: name, events, together: false });
}

/** Like `Consumes`, for a class whose `consume` takes several events together: they are its `@Payload()`. */
export function ConsumesTogether<const E extends readonly EventType[]>(name: string, ...events: E) {
  return <T extends abstract new (...dependencies: never[]) => BatchConsumer<E[number]>>(consumer: T): void =>
    declareConsumer(consumer, { consumer: name, events, together: true });
}

function declareConsumer(
  consumer: abstract new (...dependencies: never[]) => object,
  extras: EventExtras,
): void {
  const subjects = extras.events.map(({ subject }) => subject);
  declareController(consumer);
  declareHandler(consumer, 'consume', EventPattern(subjects, extras));
}

/** The consumers among the handlers of a server. */
export function consumptionsIn(handlers: ReadonlyMap<string, MessageHandler>): Consumption[] {
  const found = new Map<string, Consumption>();
  for (const [pattern, handler] of handlers) {
    if (!handler.isEventHandler) continue;
    const { consumer: name, events, together } = (handler.extras ?? {}) as Partial<EventExtras>;
    if (!name || !events)
      throw new Error(`The handler of ${pattern} has no name: declare it with @Consumes().`);
    found.set(name, { name, events, ...(together ? batchConsumerOf(handler) : consumerOf(handler)) });
  }
  return [...found.values()];
}

function consumerOf(handler: MessageHandler): Pick<Consumption, 'consumer'> {
  return { consumer: { consume: async (event, once) => void (await resultOf(handler, event, once)) } };
}

function batchConsumerOf(handler: MessageHandler): Pick<Consumption, 'consumer' | 'together'> {
  const consume: BatchConsumer<EventType>['consume'] = async (events, once) =>
    void (await resultOf(handler, events, once));
  return {
    together: { consume },
    consumer: { consume: (event, once) => consume([event], (effect) => once(() => effect([event]))) },
  };
}

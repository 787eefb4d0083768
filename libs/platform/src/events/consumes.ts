import { Injectable } from '@nestjs/common';
import type { EventType, PayloadOf } from '@pks/contracts';

/** An event as a consumer gets it: what its service kept, and when and in which request it was kept. */
export interface Occurred<E extends EventType = EventType> {
  readonly id: string;
  readonly subject: E['subject'];
  readonly payload: PayloadOf<E>;
  readonly occurredAt: Date;
  readonly requestId: string;
}

/**
 * Does the effect of an event in one transaction with the note that it was done; does nothing when it was done before,
 * however often the event comes and whoever dies in between.
 */
export type Once = (effect: () => Promise<void>) => Promise<void>;

/**
 * Takes events of some types. What it needs of other services it asks before `once`, so that no transaction waits for
 * them; what it writes, it writes within. A consumer that never calls `once` has nothing to do for that event.
 */
export interface Consumer<E extends EventType> {
  consume(event: Occurred<E>, once: Once): Promise<void>;
}

/** What a class consumes, under the name by which its service remembers what was done. */
export interface Consumption {
  readonly name: string;
  readonly events: readonly EventType[];
}

const consuming = new WeakMap<object, Consumption>();

/** Gives a provider the events of some types; its name never changes, or everything is done again. */
export function Consumes<const E extends readonly EventType[]>(name: string, ...events: E) {
  return <T extends abstract new (...dependencies: never[]) => Consumer<E[number]>>(consumer: T): void => {
    consuming.set(consumer, { name, events });
    Injectable()(consumer);
  };
}

/** What a class consumes, if it does. */
export function consumptionOf(consumer: object): Consumption | undefined {
  return consuming.get(consumer);
}

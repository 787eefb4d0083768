import type { MessageClass } from './schema.ts';

/** One event, as its service stores it. */
export interface DomainEvent<P extends object = object> {
  readonly subject: string;
  readonly payload: P;
}

/** A type of event: the subject on which it is published, and its payload. */
export interface EventType<P extends object = object> {
  readonly subject: string;
  readonly message: MessageClass<P>;
  /** Creates an event of this type. */
  of(payload: P): DomainEvent<P>;
}

/** The payload of an event type. */
export type PayloadOf<E> = E extends EventType<infer P> ? P : never;

/** Declares a type of event: `event('knowledge.event.version-published', VersionPublished)`. */
export function event<P extends object>(
  subject: `${string}.event.${string}`,
  message: MessageClass<P>,
): EventType<P> {
  return { subject, message, of: (payload) => ({ subject, payload }) };
}

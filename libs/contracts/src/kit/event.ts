import type { MessageClass } from './schema.ts';

/** One thing that happened, as its service keeps it. */
export interface DomainEvent<P extends object = object> {
  readonly subject: string;
  readonly payload: P;
}

/** A kind of thing that happens: the fixed words under which it is told, and what is told. */
export interface EventType<P extends object = object> {
  readonly subject: string;
  readonly message: MessageClass<P>;
  /** That it happened. */
  of(payload: P): DomainEvent<P>;
}

/** What an event of a type tells. */
export type PayloadOf<E> = E extends EventType<infer P> ? P : never;

/** Names a kind of event: `event('knowledge.event.version-published', VersionPublished)`. */
export function event<P extends object>(
  subject: `${string}.event.${string}`,
  message: MessageClass<P>,
): EventType<P> {
  return { subject, message, of: (payload) => ({ subject, payload }) };
}

import type { NotificationChange, NotificationChangeKind } from '@pks/contracts';

/** What an idle stream says now and then, so that nobody in between takes it for dead. */
export const HEARTBEAT = ': \n\n';

/** For how long a client that lost a stream waits before it comes again. Milliseconds. */
const RETRY_MS = 1_000;

/** What each kind of change tells; its name is the event's. */
const TOLD: Record<NotificationChangeKind, (change: NotificationChange) => object> = {
  created: ({ notification }) => ({ ...notification }),
  changed: ({ notification }) => ({ ...notification }),
  deleted: ({ notification_id }) => ({ id: notification_id }),
  all_read: ({ at }) => ({ read_at: at }),
  read_deleted: () => ({}),
  reset: () => ({}),
};

/** The first words of a stream that begins now: `last` is the change after which it goes on. */
export function opening(last: number): string {
  return `retry: ${RETRY_MS}\n${eventText('open', {}, last)}`;
}

/** The first words of a stream that goes on where another one ended. */
export function resuming(): string {
  return `retry: ${RETRY_MS}\n\n${HEARTBEAT}`;
}

/** A change as an event; a client that has read it goes on after its id. */
export function changeText(change: NotificationChange): string {
  return eventText(change.kind, TOLD[change.kind](change), change.number);
}

/** The last event of a stream that ends for a reason of the caller's. */
export function ending(sentence: string): string {
  return eventText('end', { error: sentence });
}

function eventText(name: string, data: object, id?: number): string {
  const place = id === undefined ? '' : `id: ${id}\n`;
  return `${place}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

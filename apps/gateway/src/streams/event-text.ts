import type {
  AnswerProgress,
  NotificationChange,
  NotificationChangeKind,
  NumberedEntry,
} from '@pks/contracts';
import { type Position, idOf } from './last-event-id.ts';

/** Sent regularly, so that no proxy closes an idle stream. */
export const HEARTBEAT = ': \n\n';

/** How long a client that lost a stream should wait before it reconnects. Milliseconds. */
const RETRY_MS = 1_000;

/** The data of each kind of change; the kind is the name of the event. */
const DATA: Record<NotificationChangeKind, (change: NotificationChange) => object> = {
  created: ({ notification }) => ({ ...notification }),
  changed: ({ notification }) => ({ ...notification }),
  deleted: ({ notification_id }) => ({ id: notification_id }),
  all_read: ({ at }) => ({ read_at: at }),
  read_deleted: () => ({}),
  reset: () => ({}),
};

/** The first text of a stream that begins now, at this position. */
export function opening(position: Position): string {
  return `retry: ${RETRY_MS}\n${eventText('open', {}, idOf(position))}`;
}

/** The first text of a stream that resumes where another one ended. */
export function resuming(): string {
  return `retry: ${RETRY_MS}\n\n${HEARTBEAT}`;
}

/** A change as an event, for admins or for others; a client that has read it resumes after its id. */
export function changeText(change: NotificationChange, asAdmin: boolean): string {
  const { kind, number } = change;
  return eventText(kind, DATA[kind](change), idOf({ number, asAdmin }));
}

/** Has a client list again, and resume from this position. */
export function resetText(position: Position): string {
  return eventText('reset', {}, idOf(position));
}

/** The last event of a stream that ends because its caller was refused. */
export function ending(sentence: string): string {
  return eventText('end', { error: sentence });
}

/** An entry of a conversation; a client that has read it continues after its id. */
export function entryText({ number, entry }: NumberedEntry): string {
  return eventText('entry', entry, number);
}

/** The last event of an answer. */
export function doneText({ query_id, status }: AnswerProgress): string {
  return eventText('done', { query_id, status });
}

/** An event with its name and data, and with an id if clients can resume after it. */
export function eventText(name: string, data: object, id?: number | string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

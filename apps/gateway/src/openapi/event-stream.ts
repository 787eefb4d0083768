import { UNKEPT, withRequestId } from './headers.ts';

const DESCRIPTION = [
  'Server-sent events, as they happen. The first is `open`, unless the stream goes on after a `Last-Event-ID`; its `id` is where the changes stand.',
  '`created` and `changed`: the notification. `deleted`: its `id`. `all_read`: `read_at` of what was unread. `read_deleted`: what was read is deleted.',
  '`reset`: list anew, too much was missed.',
  '`end`: the `error` for which the stream ends, such as a credential that was revoked; without it, come again with `Last-Event-ID`.',
  'Lines that begin with a colon are heartbeats.',
].join(' ');

/** A good answer of a stream, as the document describes it. */
export function eventStream(): Record<string, unknown> {
  const content = { 'text/event-stream': { schema: { type: 'string' } } };
  return { description: DESCRIPTION, headers: withRequestId(UNKEPT), content };
}

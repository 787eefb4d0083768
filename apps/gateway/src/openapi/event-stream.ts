import { UNKEPT, withCommon } from './headers.ts';

const DESCRIPTION = [
  'Server-sent events, as they happen. The first is `open`, unless the stream resumes after a `Last-Event-ID`; its `id` is that of the last change so far.',
  '`created` and `changed`: the notification. `deleted`: its `id`. `all_read`: the `read_at` of everything that was unread. `read_deleted`: everything that was read is deleted.',
  '`reset`: list again, too many changes were missed.',
  '`end`: the `error` for which the stream ends, such as a revoked credential; if the stream ends without it, reconnect with `Last-Event-ID`.',
  'Lines that begin with a colon are heartbeats.',
].join(' ');

/** The successful response of a stream in the document. */
export function eventStream(): Record<string, unknown> {
  const content = { 'text/event-stream': { schema: { type: 'string' } } };
  return { description: DESCRIPTION, headers: withCommon(UNKEPT), content };
}

import { eventText, opening } from '../streams/event-text.ts';
import recorded from './examples.json' with { type: 'json' };
import { REPLAYED, UNBUFFERED, UNKEPT, withCommon } from './headers.ts';

const NOTIFICATION = recorded.notifications_get.response;
const ENTRIES = recorded.conversations_ask.response;

const CHANGES = [
  'Server-sent events, as they happen. The first is `open`, unless the stream resumes after a `Last-Event-ID`; its `id` is that of the last change so far.',
  '`created` and `changed`: the notification. `deleted`: its `id`. `all_read`: the `read_at` of everything that was unread. `read_deleted`: everything that was read by then is deleted; list again, because what was listed shortly before may have been read since.',
  '`reset`: what was listed may be out of date, so list again: for one, too many changes were missed, or the caller became an admin or is one no longer.',
  '`end`: the `error` for which the stream ends, such as a revoked credential; if the stream ends without it, reconnect with `Last-Event-ID`.',
  'Lines that begin with a colon are heartbeats.',
].join(' ');

const ANSWER = [
  'Server-sent events while the answer is made. `entry`: an entry of the conversation, the question first; its `id` is a number, which a client sends as `Last-Event-ID` to continue after it.',
  '`done`: the `query_id` of the question, and the `status` of its answer, `answered` or `failed`; the last event.',
  '`end`: the `error` for which the stream ends, such as a revoked credential; if the stream ends without either, follow the conversation with `Last-Event-ID`.',
  'Lines that begin with a colon are heartbeats.',
].join(' ');

/** What each kind of stream sends. */
const KINDS = {
  changes: {
    description: CHANGES,
    example: opening({ number: 8_388_608, asAdmin: false }) + eventText('created', NOTIFICATION, 12_582_912),
  },
  answer: {
    description: ANSWER,
    example:
      ENTRIES.map((entry, at) => eventText('entry', entry, at + 1)).join('') +
      eventText('done', { query_id: 1, status: 'answered' }),
  },
};

/** The successful response of a stream in the document. */
export function eventStream(kind: keyof typeof KINDS, mayReplay: boolean): Record<string, unknown> {
  const { description, example } = KINDS[kind];
  const content = { 'text/event-stream': { schema: { type: 'string' }, example } };
  const headers = withCommon({ ...UNKEPT, ...UNBUFFERED, ...(mayReplay ? REPLAYED : {}) });
  return { description, headers, content };
}

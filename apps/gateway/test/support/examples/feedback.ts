import type { Conversation, ConversationEntry, Notification, Page, Signal } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import type { Cast } from './cast.ts';

const QUESTION = 'How soon do customers get their money back?';

/** A conversation with the agent, a signal about its answer, and the notifications about that. */
export async function feedback(cast: Cast): Promise<void> {
  const conversation = await talk(cast);
  await signals(cast, conversation);
  await notifications(cast);
  await endTalk(cast, conversation);
}

interface Talk {
  readonly id: string;
  readonly queryId: number;
}

async function talk({ path, ben }: Cast): Promise<Talk> {
  const list = `${path}playground-conversations/`;
  await ben.api.get(`${path}agent-settings/`);
  const wanted = { name: 'Refund times', tags: ['refunds'] };
  const { id } = (await ben.api.post<Conversation>(list, wanted)).body;
  const entries = (await ben.api.post<ConversationEntry[]>(`${list}${id}/messages/`, { content: QUESTION }))
    .body;
  const other = (await ben.quiet.post<Conversation>(list, {})).body;
  await ben.api.post(`${list}${other.id}/send_message_stream/`, { message: QUESTION });
  await ben.api.patch(`${list}${id}/`, { tags: ['refunds', 'service'] });
  await ben.api.get(`${list}${id}/`);
  await ben.api.get(`${list}?tags=refunds`);
  await ben.api.get(`${list}all-tags/`);
  return { id, queryId: entries[0]?.query_id ?? 0 };
}

async function signals(
  { path, ana, ben }: Cast,
  { id: conversation_id, queryId: query_id }: Talk,
): Promise<void> {
  const list = `${path}signals/`;
  const context = { conversation_id, query_id, source: 'PlaygroundConversation' };
  const wanted = { feedback: 'The refund policy does not say who signs.', is_positive: false, context };
  const { id } = (await ben.api.post<Signal>(list, wanted)).body;
  await eventually('an action is suggested', async () => {
    const { body } = await ben.quiet.get<Signal>(`${list}${id}/`);
    return body.suggested_action_type !== 'none';
  });
  await ana.api.get(`${list}${id}/`);
  for (const query of ['?status=to_review', 'counts/', 'grouped_by_conversation/?status=to_review'])
    await ana.api.get(list + query);
  await ana.api.patch(`${list}${id}/`, { status: 'reviewed' });
  await ben.quiet.patch(`${list}${id}/`, { status: 'to_review' });
  await ana.api.post(`${list}mark_conversation_reviewed/`, { conversation_id });
  const praise = (await ben.quiet.post<Signal>(list, { feedback: 'Clear.', is_positive: true })).body;
  await ana.api.delete(`${list}${praise.id}/`);
}

async function notifications({ path, ben }: Cast): Promise<void> {
  const list = `${path}notifications/`;
  const closed = `${list}?notification_type=signal_closed`;
  let known: Notification | undefined;
  await eventually('Ben is notified of both times that his signal was closed', async () => {
    const { results } = (await ben.quiet.get<Page<Notification>>(closed)).body;
    [known] = results;
    return results.length === 2;
  });
  const one = `${list}${known?.id}/`;
  await ben.api.get(one);
  await ben.api.post(`${one}mark-as-read/`);
  await ben.api.post(`${one}mark-as-unread/`);
}

async function endTalk({ path, ana, ben }: Cast, { id }: Talk): Promise<void> {
  const one = `${path}playground-conversations/${id}/`;
  await ben.api.post(`${one}share/`);
  await ben.api.post(`${one}unshare/`);
  await ben.api.delete(one);
  await ben.api.post(`${one}unarchive/`);
  await ben.quiet.delete(one);
  await ana.api.post(`${one}permanent_delete/`);
}

/** Ben's notifications, once he has received all that are expected. */
export async function inbox({ path, ben }: Cast, expected: number): Promise<void> {
  const list = `${path}notifications/`;
  await eventually('Ben has all of them', async () => {
    const { body } = await ben.quiet.get<{ count: number }>(`${list}unread-count/`);
    return body.count === expected;
  });
  await ben.api.get(`${list}unread-count/`);
  await ben.api.get(`${list}?status=unread&notification_type=signal_closed`);
  const { body } = await ben.quiet.get<Page<Notification>>(`${list}?limit=1`);
  await ben.api.delete(`${list}${body.results[0]?.id}/`);
  await ben.api.post(`${list}mark-all-as-read/`);
  await ben.api.post(`${list}delete-read/`);
}

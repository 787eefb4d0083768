import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type Conversation, conversationChanged, conversations } from '@pks/contracts';
import { eventually, openAsOwner } from '@pks/testing';
import { AnnounceConversations1795406400000 } from '../src/migrations/1795406400000-announce-conversations.ts';
import { type RunningAgents, projectIdOf, runningAgents } from './running-agents.ts';

const { calls } = conversations;

interface Announced {
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

let running: RunningAgents;
let admin: Caller;
let conversation: Conversation;
let reference: { readonly conversation_id: string };

beforeAll(async () => (running = await runningAgents()));
afterAll(() => running.stop());
beforeEach(async () => {
  admin = running.admin();
  conversation = await running.call(calls.create, {}, admin);
  reference = { conversation_id: conversation.id };
});

const announced = (): Promise<Announced[]> =>
  running.session.rows<Announced>(
    `SELECT subject, payload FROM agents.outbox WHERE payload->>'conversation_id' = $1 ORDER BY id`,
    [conversation.id],
  );

/** These fields of the conversation's events, without the first event, which announces its beginning. */
async function news(...fields: readonly string[]): Promise<unknown[]> {
  const [, ...later] = await announced();
  return later.map(({ payload }) => fields.map((field) => payload[field]));
}

describe('a conversation is announced', () => {
  it('when it is begun, with what others show of it', async () => {
    expect(await announced()).toEqual([
      {
        subject: 'agents.event.conversation-changed',
        payload: {
          project_id: projectIdOf(admin),
          conversation_id: conversation.id,
          title: 'New conversation',
          agent_name: 'Default',
          created_by: admin.user_id,
          is_shared: false,
          is_archived: false,
          created_at: conversation.created_at,
          changed_at: conversation.updated_at,
        },
      },
    ]);
  });

  it('when its first question names it, and not when it grows', async () => {
    for (const content of ['Who signs?', 'And who pays?']) {
      await running.call(calls.ask, { ...reference, content }, admin);
    }
    expect(await news('title')).toEqual([['Who signs?']]);
  });

  it('when it is named, shared, archived, unarchived or unshared, and not when that changes nothing', async () => {
    for (const name of ['Rules', 'Rules']) await running.call(calls.update, { ...reference, name }, admin);
    await running.call(calls.update, { ...reference, tags: ['one'] }, admin);
    for (const call of [calls.share, calls.share, calls.archive, calls.archive, calls.unarchive])
      await running.call(call, reference, admin);
    await running.call(calls.unshare, reference, admin);
    expect(await news('title', 'is_shared', 'is_archived')).toEqual([
      ['Rules', false, false],
      ['Rules', true, false],
      ['Rules', true, true],
      ['Rules', true, false],
      ['Rules', false, false],
    ]);
  });

  it('when it is deleted, without its texts, and each time later than before', async () => {
    await running.call(calls.archive, reference, admin);
    await running.call(calls.removePermanently, reference, admin);
    const events = await announced();
    expect(events.at(-1)).toEqual({
      subject: 'agents.event.conversation-deleted',
      payload: {
        project_id: projectIdOf(admin),
        conversation_id: conversation.id,
        created_by: admin.user_id,
        is_shared: false,
        created_at: conversation.created_at,
        changed_at: expect.any(String),
      },
    });
    const times = events.map(({ payload }) => String(payload['changed_at']));
    expect(times).toEqual([...new Set(times)].sort());
    expect(times).toHaveLength(3);
  });

  it('to whoever consumes events', async () => {
    const published = 'SELECT FROM agents.outbox WHERE stream_sequence IS NULL';
    await eventually('all are published', async () => (await running.session.rows(published)).length === 0);
  });

  it('by the update that begins to announce conversations, as a change of it is', async () => {
    await running.call(calls.update, { ...reference, name: 'Rules' }, admin);
    await running.call(calls.archive, reference, admin);
    const owner = await openAsOwner(running.service.database.options);
    const runner = owner.manager.connection.createQueryRunner();
    await new AnnounceConversations1795406400000().up(runner);
    await runner.release();
    await owner.close();
    const [, , archived, again] = await announced();
    expect(again).toEqual(archived);
    expect(again?.subject).toBe(conversationChanged.subject);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type ConversationChanged,
  conversationChanged,
  conversationDeleted,
  signals,
} from '@pks/contracts';
import type { Fields } from '@pks/testing';
import { type RunningFeedback, aViewerBeside, anAdmin, runningFeedback } from './running-feedback.ts';

let running: RunningFeedback;
let admin: Caller;
let ben: Caller;
let state: ConversationChanged;

const CREATED = '2026-11-20T08:00:00.000Z';
const at = (minute: number): string => `2026-11-20T09:0${minute}:00.000Z`;

beforeAll(async () => {
  running = await runningFeedback();
});
afterAll(() => running.stop());

/** A conversation of Ben, of which the feedback service knows nothing yet. */
beforeEach(() => {
  admin = anAdmin();
  ben = aViewerBeside(admin);
  state = {
    project_id: admin.project?.id ?? '',
    conversation_id: randomUUID(),
    title: 'Churn',
    agent_name: 'Default',
    created_by: ben.user_id,
    is_shared: false,
    is_archived: false,
    created_at: CREATED,
    changed_at: at(1),
  };
});

const change = (fields: Partial<ConversationChanged> = {}): Promise<void> =>
  running.handle(conversationChanged.of({ ...state, ...fields }));

async function remove(minute: number): Promise<void> {
  const { title: _title, agent_name: _agent, is_archived: _archived, ...rest } = state;
  await running.handle(conversationDeleted.of({ ...rest, changed_at: at(minute) }));
}

const submit = (caller: Caller, conversation_title = 'As it was') =>
  running.submit(caller, { context: { conversation_id: state.conversation_id, conversation_title } });

const groups = async (caller = admin, request: Fields = {}) =>
  (await running.call(signals.calls.groupedByConversation, request, caller)).results;

const UNKNOWN = {
  conversation_title: 'As it was',
  conversation_created_at: null,
  agent_name: '',
  conversation_is_archived: false,
};

describe('a group of signals', () => {
  it('shows the conversation as it is now, whichever came first', async () => {
    await submit(ben);
    expect(await groups()).toMatchObject([UNKNOWN]);
    await change();
    const known = {
      conversation_id: state.conversation_id,
      conversation_title: 'Churn',
      conversation_created_at: CREATED,
      agent_name: 'Default',
      conversation_is_archived: false,
    };
    expect(await groups()).toMatchObject([known]);
    await submit(ben);
    await change({ title: 'Why they leave', changed_at: at(2) });
    const renamed = { ...known, conversation_title: 'Why they leave', to_review_count: 2 };
    expect(await groups()).toMatchObject([renamed]);
    expect(await groups(ben)).toMatchObject([renamed]);
  });

  it('shows what its newest signal says of a conversation that is none of the project', async () => {
    await change({ project_id: anAdmin().project?.id ?? '' });
    await submit(ben);
    await running.submit(ben);
    expect(await groups()).toMatchObject([
      { ...UNKNOWN, conversation_id: null, conversation_title: '' },
      UNKNOWN,
    ]);
  });

  it('keeps the latest state when events arrive late or again', async () => {
    await submit(ben);
    await change({ title: 'Latest', changed_at: at(3) });
    await change({ title: 'Earlier', is_archived: true, changed_at: at(2) });
    await change({ title: 'The same moment', changed_at: at(3) });
    expect(await groups()).toMatchObject([{ conversation_title: 'Latest', conversation_is_archived: false }]);
  });
});

describe('a group of an archived conversation', () => {
  it('is listed and counted only when archived ones are asked for', async () => {
    await submit(ben);
    await running.submit(ben, { feedback: 'Alone.' });
    await change({ is_archived: true });
    for (const caller of [admin, ben]) {
      expect(await groups(caller)).toMatchObject([{ conversation_id: null }]);
      const page = await running.call(signals.calls.groupedByConversation, {}, caller);
      expect(page.count).toBe(1);
      expect(await groups(caller, { search: 'date' })).toEqual([]);
      const all = await groups(caller, { include_archived: true, search: 'date' });
      expect(all).toMatchObject([{ conversation_title: 'Churn', conversation_is_archived: true }]);
      expect(await groups(caller, { include_archived: true })).toHaveLength(2);
      expect(await groups(caller, { include_archived: true, status: 'reviewed' })).toEqual([]);
    }
    await change({ is_archived: false, changed_at: at(2) });
    expect(await groups()).toHaveLength(2);
  });
});

describe('a group of a deleted conversation', () => {
  it('is one of an archived conversation, with the title that its signals have', async () => {
    await submit(ben);
    await change({ is_archived: true });
    await remove(2);
    await change({ title: 'Too late', changed_at: at(1) });
    for (const caller of [admin, ben]) {
      expect(await groups(caller)).toEqual([]);
      expect(await groups(caller, { include_archived: true })).toMatchObject([
        { ...UNKNOWN, conversation_created_at: CREATED, conversation_is_archived: true },
      ]);
    }
  });

  it('is the same when the deletion is known first', async () => {
    await submit(ben);
    await remove(2);
    await change({ is_archived: true });
    expect(await groups()).toEqual([]);
    expect(await groups(admin, { include_archived: true })).toMatchObject([
      { conversation_title: 'As it was', agent_name: '' },
    ]);
  });
});

describe('a member who may not see a conversation', () => {
  it('gets what their own signal says, and does not learn whether it is archived', async () => {
    const eva = aViewerBeside(admin);
    await submit(eva, 'Guessed');
    await change({ is_archived: true });
    expect(await groups(eva)).toMatchObject([{ ...UNKNOWN, conversation_title: 'Guessed' }]);
    expect(await groups(eva, { include_archived: true })).toMatchObject([
      { ...UNKNOWN, conversation_title: 'Guessed' },
    ]);
    await change({ is_archived: false, is_shared: true, changed_at: at(2) });
    expect(await groups(eva)).toMatchObject([{ conversation_title: 'Churn', agent_name: 'Default' }]);
    await change({ is_shared: false, changed_at: at(3) });
    expect(await groups(eva)).toMatchObject([{ ...UNKNOWN, conversation_title: 'Guessed' }]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, agentSettings, conversations, tools } from '@pks/contracts';
import { faultOf, outcomeOf } from '@pks/testing';
import { aPassage } from './knowledge-stand-in.ts';
import {
  NOT_FOUND,
  type RunningAgents,
  aViewerBeside,
  projectIdOf,
  runningAgents,
} from './running-agents.ts';

const { calls } = conversations;
const QUESTION = 'How long may a refund take?';

let running: RunningAgents;
let admin: Caller;
let ana: Caller;
let conversation_id: string;

beforeAll(async () => (running = await runningAgents()));
afterAll(() => running.stop());
beforeEach(async () => {
  admin = running.admin();
  ana = aViewerBeside(admin);
  running.identity.grant(projectIdOf(ana), ana.user_id, ['CAN_VIEW_DATA']);
  running.knowledge.found = [aPassage()];
  ({ id: conversation_id } = await running.call(calls.create, {}, ana));
});

const ask = (caller = ana, content = QUESTION) =>
  running.call(calls.ask, { conversation_id, content }, caller);

describe('the progress of an answer', () => {
  it('is for whoever sees the conversation', async () => {
    await ask();
    const ben = aViewerBeside(admin);
    const seenBy = (caller: Caller) => running.call(calls.follow, { conversation_id }, caller);
    expect(await outcomeOf(seenBy(ben))).toEqual(NOT_FOUND);
    expect(await seenBy(admin)).toMatchObject({ query_id: 1, status: 'answered' });
    await running.call(calls.share, { conversation_id }, ana);
    expect(await seenBy(ben)).toMatchObject({ query_id: 1, status: 'answered' });
  });

  it('is nothing new after some seconds in which nothing comes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.knowledge.ready = promise;
    await running.call(calls.begin, { conversation_id, message: QUESTION }, ana);
    const { status, entries } = await running.call(calls.follow, { conversation_id, after: 1 }, ana);
    resolve();
    expect([status, entries]).toEqual(['answering', []]);
  });

  it('is nothing, at once, where nothing was asked', async () => {
    const nothing = { query_id: 0, status: 'answered', entries: [], has_more: false };
    expect(await running.call(calls.follow, { conversation_id }, ana)).toEqual(nothing);
  });
});

describe('an entry', () => {
  it('has the time at which it was said, in UTC', async () => {
    const [{ id, timestamp } = { id: '', timestamp: '' }] = await ask();
    const [row] = await running.session.rows(
      'SELECT created_at FROM agents.conversation_entries WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ created_at: new Date(timestamp) });
  });
});

describe('a new conversation', () => {
  it('has the settings that it names, which the project has to have', async () => {
    const list = async (caller: Caller) =>
      (await running.call(agentSettings.calls.list, {}, caller)).results[0]?.id ?? '';
    const begin = (agent_settings: string) => running.call(calls.create, { agent_settings }, ana);
    const own = await list(ana);
    expect(await begin(own)).toMatchObject({ agent_settings: own, agent_settings_name: 'Default' });
    for (const foreign of [await list(running.admin()), randomUUID()])
      expect(await faultOf(begin(foreign))).toMatchObject({
        kind: 'invalid',
        fields: { agent_settings: ['This project has no such settings.'] },
      });
  });
});

describe('an idempotency key', () => {
  /** Asks with a key and deletes the stored response, as if the process had ended before storing it. */
  async function askedWithKey(call: 'ask' | 'begin', caller: Caller): Promise<number | undefined> {
    const key = { key: conversation_id, operation: call, fingerprint: QUESTION };
    const asked = { ask: { content: QUESTION }, begin: { message: QUESTION } }[call];
    const answer = await running.call(calls[call], { conversation_id, ...asked }, caller, key);
    await running.session.rows('DELETE FROM agents.idempotency_keys WHERE key = $1', [conversation_id]);
    const number = 'query_id' in answer ? answer.query_id : answer[0]?.query_id;
    await running.call(calls.follow, { conversation_id, query_id: number, after: 0 }, caller);
    return number;
  }

  it('is that of a call: a question that is followed is another one', async () => {
    expect(await askedWithKey('ask', ana)).toBe(1);
    expect(await askedWithKey('begin', ana)).toBe(2);
    expect(await askedWithKey('ask', ana)).toBe(1);
  });

  it('is that of a credential: with another one it asks another question', async () => {
    expect(await askedWithKey('ask', ana)).toBe(1);
    expect(await askedWithKey('ask', { ...ana, credential_id: randomUUID() })).toBe(2);
    expect(await askedWithKey('ask', ana)).toBe(1);
  });
});

describe('a list of conversations', () => {
  it('is of no tags that are none', async () => {
    const fault = await faultOf(running.call(calls.list, { tags: ' , ' }, ana));
    expect(fault.fields).toEqual({ tags: ['This field may not be blank.'] });
  });
});

describe('a project without a search', () => {
  it('is said to have none, where a question would be answered by it', async () => {
    const { results } = await running.call(tools.calls.list, { tool_type: 'retrieval' }, admin);
    for (const { id: tool_id } of results) await running.call(tools.calls.remove, { tool_id }, admin);
    expect((await ask()).slice(1).map(({ type, content }) => [type, content])).toEqual([
      ['message', 'This project has no tool that searches its knowledge.'],
    ]);
  });
});

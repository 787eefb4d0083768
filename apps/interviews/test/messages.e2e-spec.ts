import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type ChatEntry,
  type Interview,
  assignment,
  interviewCompleted,
  interviewFeed,
  interviewMessages,
  interviews,
} from '@pks/contracts';
import { type Fields, faultOf, outcomeOf } from '@pks/testing';
import { type RunningInterviews, aViewerBeside, anAdmin, runningInterviews } from './running-interviews.ts';

const { calls } = interviewMessages;
const NOT_FOUND = { kind: 'not_found', message: 'Not found.' };
const TOPICS = [{ title: 'Contract' }, { title: 'First login' }, { title: 'Support' }];

let running: RunningInterviews;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());

beforeEach(() => {
  admin = anAdmin();
  ben = aViewerBeside(admin);
});

/** An interview that is assigned to Ben. */
async function assigned(fields: Fields = {}): Promise<Interview> {
  running.member({ user_id: ben.user_id, email: ben.email });
  const request = { assignee_ids: [ben.user_id], topic: 'Onboarding', campaign_name: 'Autumn', ...fields };
  const [interview] = await running.call(assignment.calls.assign, request, admin);
  if (!interview) throw new Error('No interview was assigned.');
  return interview;
}

const guided = () => assigned({ interview_type: 'guided-interview', topics: TOPICS });
const read = (id: string, caller = admin) => running.call(interviews.calls.get, { interview_id: id }, caller);
const send = ({ id }: Interview, content: string, fields: Fields = {}, caller = ben) =>
  running.call(calls.send, { interview_id: id, content, ...fields }, caller);
const list = ({ id }: Interview, fields: Fields = {}, caller = ben) =>
  running.call(calls.list, { interview_id: id, ...fields }, caller);
const complete = ({ id }: Interview, caller = ben) =>
  running.call(calls.complete, { interview_id: id }, caller);

const said = (entries: readonly ChatEntry[]) =>
  entries.map(({ role, content, topic_index }) => [role, topic_index, content]);

/** Who completed the interview, according to its events. */
async function completions({ id }: Interview): Promise<unknown[]> {
  const rows = await running.session.rows<{ by: string }>(
    `SELECT payload->>'completed_by' AS by FROM interviews.outbox
      WHERE subject = $1 AND payload->>'interview_id' = $2`,
    [interviewCompleted.subject, id],
  );
  return rows.map(({ by }) => by);
}

/** Checks that the counts of the project and of its campaign match its interviews. */
async function expectRightCounts(): Promise<void> {
  const rows = await running.session.rows<{ status: string; count: number }>(
    `SELECT status, count(*)::integer AS count FROM interviews.interviews WHERE project_id = $1 GROUP BY status`,
    [admin.project?.id],
  );
  const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  const { results, status_counts } = await running.call(interviewFeed.calls.list, {}, admin);
  expect(status_counts).toEqual(counted);
  const { pending = 0, in_progress = 0, completed = 0 } = counted;
  expect(results.map(({ campaign }) => campaign)).toMatchObject([
    { pending_count: pending, in_progress_count: in_progress, completed_count: completed },
  ]);
}

describe('an interview that is assigned', () => {
  it('begins with the first question, and stays pending with open topics', async () => {
    const interview = await guided();
    const [opening] = interview.chat_history;
    expect(interview).toMatchObject({
      status: 'pending',
      message_count: 1,
      first_message_preview: opening?.content.slice(0, 200),
      topics: TOPICS.map((topic) => ({ ...topic, status: 'open' })),
      chat_memory: { summary: '', covered_topics: [], facts: [] },
    });
    expect(opening).toMatchObject({ role: 'assistant', type: 'message', topic_index: 0 });
    expect(opening?.content).toMatch(/^Hello! This interview is about: Onboarding\n[^]*Contract/);
    expect(await list(interview)).toEqual({ count: 1, results: [opening] });
  });

  it('has an opening of its own for each assignee', async () => {
    const people = [running.member(), running.member(), running.member()];
    const request = { assignee_ids: people.map(({ user_id }) => user_id), topic: 'Onboarding' };
    const made = await running.call(assignment.calls.assign, request, admin);
    const openings = made.flatMap(({ chat_history }) => chat_history);
    expect(new Set(openings.map(({ content }) => content)).size).toBe(1);
    expect(new Set(openings.map(({ id }) => id)).size).toBe(people.length);
  });
});

describe('a conversation', () => {
  it('works through the topics, and completes the interview', async () => {
    const interview = await guided();
    const first = await send(interview, 'Legal signs it.');
    expect(first).toMatchObject({ status: 'in_progress' });
    expect(said(first.entries)).toEqual([
      ['user', 0, 'Legal signs it.'],
      ['assistant', 1, expect.stringContaining('First login')],
    ]);
    await expectRightCounts();
    const second = await send(interview, 'skip');
    const last = await send(interview, 'By phone.');
    expect(last.status).toBe('completed');
    expect(last.topics.map(({ status }) => status)).toEqual(['covered', 'skipped', 'covered']);
    const now = await read(interview.id);
    expect(now).toMatchObject({ status: 'completed', message_count: 7, topics: last.topics });
    expect(now.first_message_preview).toBe(interview.first_message_preview);
    expect(now.chat_history).toEqual([
      ...interview.chat_history,
      ...[first, second, last].flatMap(({ entries }) => entries),
    ]);
    expect(now.chat_memory).toEqual({
      summary: 'Contract: Legal signs it.\nSupport: By phone.',
      covered_topics: ['Contract', 'Support'],
      facts: ['Legal signs it.', 'By phone.'],
    });
    expect(await completions(interview)).toEqual([ben.user_id]);
    await expectRightCounts();
  });

  it('renews the time of the last activity of its campaign, which a deletion does not', async () => {
    const interview = await assigned();
    const other = await assigned();
    const activity = async (): Promise<string | undefined> =>
      (await running.call(interviewFeed.calls.list, {}, admin)).results[0]?.campaign?.last_activity_at;
    await send(interview, 'A.');
    const past = '2026-01-01T00:00:00.000Z';
    await running.session.rows(
      'UPDATE interviews.campaigns SET last_activity_at = $2 WHERE project_id = $1',
      [admin.project?.id, past],
    );
    expect(await activity()).toBe(past);
    await running.call(interviews.calls.remove, { interview_id: other.id }, admin);
    expect(await activity()).toBe(past);
    await send(interview, 'B.');
    expect(await activity()).not.toBe(past);
  });

  it('is refused once the interview is completed', async () => {
    const interview = await assigned({ questions: ['Who calls?'] });
    await send(interview, 'Sales.');
    const refused = { kind: 'invalid', message: 'This interview is completed.' };
    expect(await faultOf(send(interview, 'And support.'))).toEqual(refused);
    expect((await list(interview)).count).toBe(3);
  });
});

describe('a client_message_id', () => {
  it('gets the same answer again, also after the interview went on and ended', async () => {
    const interview = await guided();
    const named = { client_message_id: 'first' };
    const first = await send(interview, 'Legal.', named);
    expect(await send(interview, 'Legal.', named)).toEqual(first);
    await send(interview, 'A link.');
    const last = await send(interview, 'By phone.', { client_message_id: 'last' });
    expect(last.status).toBe('completed');
    expect(await send(interview, 'Legal.', named)).toEqual(first);
    expect(await send(interview, 'By phone.', { client_message_id: 'last' })).toEqual(last);
    expect((await list(interview)).count).toBe(7);
    expect(await completions(interview)).toHaveLength(1);
  });

  it('is of one message in an interview, and of others elsewhere', async () => {
    const [interview, other] = [await guided(), await guided()];
    const named = { client_message_id: '1' };
    await send(interview, 'Legal.', named);
    expect(await faultOf(send(interview, 'Sales.', named))).toMatchObject({
      kind: 'invalid',
      fields: { client_message_id: ['This id was used for another message.'] },
    });
    expect(said((await send(other, 'Sales.', named)).entries)[0]).toEqual(['user', 0, 'Sales.']);
  });

  it('is recorded once, however many requests race', async () => {
    const interview = await guided();
    const named = { client_message_id: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(interview, 'Legal.', named)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await list(interview)).count).toBe(3);
  });
});

describe('messages that race', () => {
  it('are recorded one after the other, and each answers a question of its own', async () => {
    const interview = await assigned({ questions: ['One?', 'Two?', 'Three?'] });
    await Promise.all(['a', 'b'].map((content) => send(interview, content)));
    const { results } = await list(interview);
    expect(results.map(({ role, topic_index }) => [role, topic_index])).toEqual([
      ['assistant', 0],
      ['user', 0],
      ['assistant', 1],
      ['user', 1],
      ['assistant', 2],
    ]);
    const answers = results.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(answers.sort()).toEqual(['a', 'b']);
  });

  it('complete the interview once, with right counts', async () => {
    const made = await Promise.all([1, 2, 3].map(() => assigned({ questions: ['One?', 'Two?'] })));
    const outcomes = await Promise.all(
      made.flatMap((interview) => [
        ...['a', 'b', 'c'].map((content) => outcomeOf(send(interview, content))),
        outcomeOf(complete(interview, admin)),
        outcomeOf(complete(interview)),
      ]),
    );
    const refused = { kind: 'invalid', message: 'This interview is completed.' };
    const allowed = expect.objectContaining({ answered: expect.anything() });
    for (const outcome of outcomes) expect([refused, allowed]).toContainEqual(outcome);
    for (const interview of made) expect(await completions(interview)).toHaveLength(1);
    await expectRightCounts();
  });
});

describe('the transcript', () => {
  it('is listed in order, from an entry on, in pages', async () => {
    const interview = await guided();
    await send(interview, 'Legal.');
    await send(interview, 'A link.');
    const { count, results } = await list(interview);
    expect([count, results]).toEqual([5, (await read(interview.id)).chat_history]);
    const after = results[1]?.id;
    expect(await list(interview, { after })).toEqual({ count: 3, results: results.slice(2) });
    const page = await list(interview, { after, limit: 1, offset: 1 });
    expect(page).toEqual({ count: 3, results: [results[3]] });
    expect(await list(interview, { after: results[4]?.id })).toEqual({ count: 0, results: [] });
  });

  it('is not listed from an entry that it does not have', async () => {
    const [interview, other] = [await guided(), await guided()];
    for (const after of [randomUUID(), other.chat_history[0]?.id]) {
      const fields = { after: ['There is no such entry in this interview.'] };
      expect(await faultOf(list(interview, { after }))).toMatchObject({ kind: 'invalid', fields });
    }
  });
});

describe('the completion', () => {
  it('ends the interview early, once', async () => {
    const interview = await guided();
    await send(interview, 'Legal.');
    const done = await complete(interview, admin);
    expect(done.status).toBe('completed');
    expect(said(done.entries)).toEqual([['assistant', null, expect.stringContaining('Thank you!')]]);
    const now = await read(interview.id);
    expect(now).toMatchObject({ message_count: 4, chat_memory: { summary: 'Contract: Legal.' } });
    expect(await complete(interview)).toEqual({ entries: [], status: 'completed', topics: done.topics });
    expect(await read(interview.id)).toEqual(now);
    expect(await completions(interview)).toEqual([admin.user_id]);
    await expectRightCounts();
  });

  it('is possible before the first message', async () => {
    const interview = await assigned();
    expect(await complete(interview)).toMatchObject({ status: 'completed', topics: [] });
    await expectRightCounts();
  });
});

describe('whoever is not the assignee', () => {
  it('sends no message, and completes it as an admin alone', async () => {
    const interview = await guided();
    const creator: Caller = { ...aViewerBeside(admin), user_id: admin.user_id };
    for (const caller of [admin, creator]) {
      expect(await faultOf(send(interview, 'Hi.', {}, caller))).toMatchObject({ kind: 'forbidden' });
      expect((await list(interview, {}, caller)).count).toBe(1);
    }
    expect(await faultOf(complete(interview, creator))).toMatchObject({ kind: 'forbidden' });
    expect((await complete(interview, admin)).status).toBe('completed');
  });

  it('finds nothing that they may not see', async () => {
    const interview = await guided();
    for (const caller of [aViewerBeside(admin), anAdmin()]) {
      expect(await faultOf(send(interview, 'Hi.', {}, caller))).toEqual(NOT_FOUND);
      expect(await faultOf(list(interview, {}, caller))).toEqual(NOT_FOUND);
      expect(await faultOf(complete(interview, caller))).toEqual(NOT_FOUND);
    }
    expect((await read(interview.id)).status).toBe('pending');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type InterviewDraft,
  type TestRun,
  type TestRunStep,
  drafts,
  interviewFeed,
  testRuns,
} from '@pks/contracts';
import { type Fields, faultOf } from '@pks/testing';
import { NOT_FOUND, type RunningInterviews, anAdmin, runningInterviews } from './running-interviews.ts';

const { calls } = testRuns;
const TOPICS = ['Contract', 'First login', 'Support'].map((title) => ({
  title,
  description: '',
  skill_id: '',
}));
const GUIDED = { topic: 'Onboarding', interview_type: 'guided-interview', topics: TOPICS, language: 'en' };
const CLOSING = 'Thank you! The interview is complete, and your answers are recorded.';

let running: RunningInterviews;
let admin: Caller;
let draft: InterviewDraft;

beforeAll(async () => {
  running = await runningInterviews({ PUBLIC_BASE_URL: 'https://pks.example/api/v1' });
});
afterAll(() => running.stop());
beforeEach(async () => {
  admin = anAdmin();
  draft = await aDraft(GUIDED);
});

const aDraft = (fields: Fields) => running.call(drafts.calls.create, fields, admin);
const readDraft = () => running.call(drafts.calls.get, { draft_id: draft.id }, admin);
const start = (fields: Fields = {}, caller = admin) =>
  running.call(calls.start, { draft_id: draft.id, ...fields }, caller);
const of = ({ id }: TestRun, fields: Fields = {}) => ({ draft_id: draft.id, test_run_id: id, ...fields });
const read = (run: TestRun) => running.call(calls.get, of(run), admin);
const send = (run: TestRun, content: string) => running.call(calls.send, of(run, { content }), admin);
const jump = (run: TestRun, topic: number) =>
  running.call(calls.jump, of(run, { topic_id: topicId(topic) }), admin);
const complete = (run: TestRun) => running.call(calls.complete, of(run), admin);
const abandon = (run: TestRun) => running.call(calls.abandon, of(run), admin);
const list = (run: TestRun, fields: Fields = {}) => running.call(calls.list, of(run, fields), admin);

function topicId(index: number): string {
  return draft.topics[index]?.id ?? '';
}

const said = ({ entries }: Pick<TestRunStep, 'entries'>) =>
  entries.map(({ role, topic_index }) => [role, topic_index]);
const statuses = ({ topics }: TestRunStep) => topics.map(({ status }) => status);

describe('a test run', () => {
  it('begins with the first question, and is shown with its draft', async () => {
    const run = await start();
    expect(run).toEqual({
      id: expect.any(String),
      status: 'pending',
      language: 'en',
      started_from_topic_index: 0,
      started_from_topic_title: 'Contract',
      skipped_topic_ids: [],
      jumps: [],
      message_count: 1,
      draft_changed_since_start: false,
      interview_url: `https://pks.example/projects/${admin.project?.id}/interview-drafts/${draft.id}/test-runs/${run.id}`,
      draft_source_session: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: run.created_at,
      topics: draft.topics.map((topic) => ({ ...topic, status: 'open' })),
    });
    expect(await read(run)).toEqual(run);
    const { topics: _topics, ...listed } = run;
    expect(await readDraft()).toEqual({ ...draft, test_runs: [listed] });
    const { results } = await list(run);
    expect(results).toMatchObject([{ role: 'assistant', topic_index: 0, type: 'message' }]);
    expect(results[0]?.content).toMatch(/^Hello! This interview is about: Onboarding\n[^]*Contract/);
  });

  it('is taken as the interview will be, and no interview knows of it', async () => {
    const run = await start();
    const first = await send(run, 'Legal.');
    expect([said(first), first.status, statuses(first)]).toEqual([
      [
        ['user', 0],
        ['assistant', 1],
      ],
      'in_progress',
      ['covered', 'in_progress', 'open'],
    ]);
    expect((await read(run)).topics).toEqual(first.topics);
    await send(run, 'skip');
    const last = await send(run, 'By phone.');
    expect([last.entries.at(-1)?.content, last.status, statuses(last)]).toEqual([
      CLOSING,
      'completed',
      ['covered', 'skipped', 'covered'],
    ]);
    expect(await read(run)).toMatchObject({ status: 'completed', message_count: 7 });
    expect((await list(run, { limit: 2, offset: 5 })).results).toEqual(last.entries);
    expect(await faultOf(send(run, 'More.'))).toMatchObject({ message: 'This test run is completed.' });
    expect(await running.call(interviewFeed.calls.list, {}, admin)).toMatchObject({
      count: 0,
      status_counts: {},
    });
  });

  it('can begin further on, leave topics out, and speak another language', async () => {
    const fields = {
      started_from_topic_index: 1,
      skipped_topic_ids: [topicId(2).toUpperCase()],
      language: 'de',
    };
    const run = await start(fields);
    expect(run).toMatchObject({
      language: 'de',
      started_from_topic_index: 1,
      started_from_topic_title: 'First login',
      skipped_topic_ids: [topicId(2)],
    });
    const step = await send(run, 'It is easy.');
    expect([step.status, statuses(step)]).toEqual(['completed', ['open', 'covered', 'skipped']]);
  });

  it('tries the questions of a draft without topics', async () => {
    draft = await aDraft({ topic: 'Onboarding', questions: ['Who calls?', 'When?'] });
    const run = await start({ started_from_topic_index: 1 });
    expect(run).toMatchObject({ started_from_topic_title: 'When?', language: '' });
    expect(await send(run, 'Soon.')).toMatchObject({ status: 'completed', topics: [] });
  });
});

describe('a jump', () => {
  it('goes on with any other topic, and is remembered', async () => {
    const run = await start({ skipped_topic_ids: [topicId(2)] });
    const first = await jump(run, 2);
    expect([said(first), first.status, statuses(first)]).toEqual([
      [['assistant', 2]],
      'in_progress',
      ['open', 'open', 'in_progress'],
    ]);
    await jump(run, 0);
    const next = await send(run, 'Legal.');
    expect([said(next), statuses(next)]).toEqual([
      [
        ['user', 0],
        ['assistant', 1],
      ],
      ['covered', 'in_progress', 'open'],
    ]);
    const [first_id, , last_id] = [0, 1, 2].map(topicId);
    expect(await read(run)).toMatchObject({
      jumps: [
        { from_topic_id: first_id, to_topic_id: last_id, at_message_count: 1 },
        { from_topic_id: last_id, to_topic_id: first_id, at_message_count: 2 },
      ],
      message_count: 5,
    });
  });

  it('to a topic that is covered leaves it covered, whatever comes next', async () => {
    const run = await start();
    await send(run, 'Legal.');
    await send(run, ' /SKIP ');
    await jump(run, 0);
    expect(statuses(await jump(run, 1))).toEqual(['covered', 'in_progress', 'open']);
    await jump(run, 0);
    expect(statuses(await send(run, 'skip'))).toEqual(['covered', 'in_progress', 'open']);
    await jump(run, 0);
    expect(statuses(await complete(run))).toEqual(['covered', 'open', 'open']);
  });

  it('is refused to the same topic, to none of the run, and at the end', async () => {
    const run = await start();
    const to = (topic_id: string) => faultOf(running.call(calls.jump, of(run, { topic_id }), admin));
    expect(await to(topicId(0))).toMatchObject({
      fields: { topic_id: ['This topic is being talked about.'] },
    });
    expect(await to(randomUUID())).toMatchObject({
      fields: { topic_id: ['There is no such topic in this test run.'] },
    });
    await complete(run);
    expect(await faultOf(jump(run, 1))).toMatchObject({ message: 'This test run is completed.' });
  });
});

describe('the end of a test run', () => {
  it('can be brought about before the last question', async () => {
    const run = await start();
    const end = await complete(run);
    expect([end.entries.map(({ content }) => content), end.status]).toEqual([[CLOSING], 'completed']);
    expect(await complete(run)).toMatchObject({ entries: [], status: 'completed' });
    expect(await faultOf(abandon(run))).toMatchObject({ message: 'This test run is completed.' });
  });

  it('is to be abandoned, also by starting another one', async () => {
    const [first, elsewhere] = [await start(), await start({}, { ...admin, user_id: randomUUID() })];
    const second = await start();
    const abandoned = await abandon(second);
    expect(abandoned).toMatchObject({ id: second.id, status: 'abandoned' });
    expect(await abandon(second)).toEqual(abandoned);
    const { test_runs } = await readDraft();
    expect(test_runs.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'abandoned'],
      [elsewhere.id, 'pending'],
      [first.id, 'abandoned'],
    ]);
    expect(await faultOf(send(first, 'Hello?'))).toMatchObject({
      message: 'This test run was abandoned: start another one.',
    });
    expect(await faultOf(complete(first))).toMatchObject({ kind: 'invalid' });
  });
});

describe('a draft', () => {
  it('can change during a test run, which goes on as it began', async () => {
    const run = await start();
    const same = { draft_id: draft.id, topic: draft.topic };
    await running.call(drafts.calls.update, same, admin);
    expect(await read(run)).toMatchObject({ draft_changed_since_start: false });
    await running.call(drafts.calls.update, { draft_id: draft.id, topics: [] }, admin);
    expect(await read(run)).toMatchObject({ draft_changed_since_start: true });
    expect(await send(run, 'Legal.')).toMatchObject({ topics: draft.topics.map(({ id }) => ({ id })) });
    expect((await readDraft()).test_runs).toMatchObject([{ draft_changed_since_start: true }]);
  });

  it('has its newest 20 test runs, in lists too, and its copy has none', async () => {
    const runs: TestRun[] = [];
    for (let n = 0; n < 21; n += 1) runs.push(await start());
    const { test_runs } = await readDraft();
    const newest = runs.slice(1).reverse();
    expect(test_runs.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
    const { results } = await running.call(drafts.calls.list, {}, admin);
    expect(results).toEqual([await readDraft()]);
    const [oldest] = runs;
    expect(oldest && (await faultOf(read(oldest)))).toEqual(NOT_FOUND);
    const { cloned_draft } = await running.call(drafts.calls.clone, { draft_id: draft.id }, admin);
    expect(cloned_draft.test_runs).toEqual([]);
  });

  it('takes its test runs with it', async () => {
    const run = await start();
    await send(run, 'Legal.');
    await running.call(drafts.calls.remove, { draft_id: draft.id }, admin);
    for (const gone of [read(run), send(run, 'Hello?'), list(run), start()]) {
      expect(await faultOf(gone)).toEqual(NOT_FOUND);
    }
    const left = `SELECT 1 FROM interviews.test_run_entries WHERE project_id = $1`;
    expect(await running.session.rows(left, [admin.project?.id])).toEqual([]);
  });

  it.each<[string, Fields, Fields, string]>([
    ['has no topic', { topic: ' ' }, {}, 'topic'],
    ['is guided and has no topics', { topics: [] }, {}, 'topics'],
    ['has topics and is not guided', { interview_type: 'interview' }, {}, 'topics'],
    ['has not so many topics', {}, { started_from_topic_index: 3 }, 'started_from_topic_index'],
    ['has no such topic', {}, { skipped_topic_ids: [randomUUID()] }, 'skipped_topic_ids.0'],
  ])('cannot be tried when it %s', async (_, changes, request, field) => {
    draft = await aDraft({ ...GUIDED, ...changes });
    expect(await faultOf(start(request))).toMatchObject({ fields: { [field]: [expect.any(String)] } });
    expect((await readDraft()).test_runs).toEqual([]);
  });

  it('cannot be tried from a topic that is left out', async () => {
    const fault = await faultOf(start({ skipped_topic_ids: [topicId(0)] }));
    expect(fault).toMatchObject({ fields: { started_from_topic_index: ['This topic is left out.'] } });
  });
});

describe('messages that race in a test run', () => {
  it('are answered one after the other', async () => {
    const run = await start();
    const steps = await Promise.all(['One.', 'Two.'].map((content) => send(run, content)));
    const places = steps.map((step) => said(step)[0]?.[1]);
    expect(new Set(places)).toEqual(new Set([0, 1]));
    expect(await read(run)).toMatchObject({ message_count: 5 });
  });
});

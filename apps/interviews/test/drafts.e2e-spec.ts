import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type InterviewDraft, campaigns, drafts, interviews } from '@pks/contracts';
import { type Fields, faultOf, outcomeOf } from '@pks/testing';
import {
  NOT_FOUND,
  type RunningInterviews,
  aViewerBeside,
  anAdmin,
  runningInterviews,
} from './running-interviews.ts';

const { calls } = drafts;

let running: RunningInterviews;
let admin: Caller;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
});

const create = (fields: Fields = {}): Promise<InterviewDraft> => running.call(calls.create, fields, admin);
const read = (draft_id: string, caller = admin) => running.call(calls.get, { draft_id }, caller);
const update = (draft_id: string, fields: Fields) =>
  running.call(calls.update, { draft_id, ...fields }, admin);
const list = (fields: Fields = {}) => running.call(calls.list, fields, admin);
/** Assigns an interview to a new member, creating its campaign if that is new. */
const assign = (fields: Fields) =>
  running.assign(admin, { assignee_ids: [running.member().user_id], ...fields });
const assigned = async () => (await running.call(interviews.calls.list, {}, admin)).count;

const EMPTY = {
  id: expect.any(String),
  name: 'Untitled draft',
  topic: '',
  interview_type: 'interview',
  questions: [],
  topics: [],
  assignee_ids: [],
  invite_emails: [],
  language: '',
  custom_message: '',
  custom_focus: '',
  scheduled_send_at: null,
  reminders_enabled: false,
  reminder_start_after_days: 3,
  reminder_interval_days: 7,
  reminder_max_count: 3,
  campaign: null,
  test_runs: [],
  source_session: null,
  created_by: expect.any(String),
  created_by_email: expect.any(String),
  created_at: expect.any(String),
  updated_at: expect.any(String),
};

/** All fields that can be entered, as the API shows them, except the campaign. */
const FULL = {
  name: 'Autumn round',
  topic: 'How customers are "onboarded"\u2028',
  interview_type: 'guided-interview',
  questions: ['What was hard?'],
  topics: [{ title: 'First week', description: 'Days 1 to 5', skill_id: 'listening' }],
  assignee_ids: [randomUUID()],
  invite_emails: ['New@example.test'],
  language: 'en',
  custom_message: 'Please take your time.',
  custom_focus: 'Numbers',
  scheduled_send_at: '2027-01-01T08:00:00.000Z',
  reminders_enabled: true,
  reminder_start_after_days: 0,
  reminder_interval_days: 1,
  reminder_max_count: 50,
};
const FULL_VIEW = { ...FULL, topics: [{ ...FULL.topics[0], id: expect.any(String) }] };

describe('a draft', () => {
  it('may be saved with nothing in it, also where that is said in other ways', async () => {
    const nulls = Object.fromEntries(
      [...Object.keys(FULL), 'campaign_name', 'campaign_id'].map((name) => [name, null]),
    );
    const blank = {
      name: ' ',
      topic: '',
      language: '',
      custom_message: '',
      custom_focus: '',
      campaign_name: '',
    };
    for (const fields of [{}, nulls, blank]) {
      const made = await create(fields);
      expect(made).toEqual({ ...EMPTY, created_by: admin.user_id, created_by_email: admin.email });
      expect(await read(made.id)).toEqual(made);
    }
  });

  it('shows what was entered, and keeps what an update does not mention', async () => {
    const made = await create({ ...FULL, campaign_name: ' Autumn ' });
    const campaign = { id: null, name: 'Autumn' };
    expect(made).toEqual({ ...EMPTY, ...FULL_VIEW, campaign });
    const changed = await update(made.id, { language: 'de', scheduled_send_at: null });
    expect(changed).toEqual({
      ...made,
      language: 'de',
      scheduled_send_at: null,
      updated_at: expect.any(String),
    });
    expect(changed.updated_at > made.updated_at).toBe(true);
    expect(await update(made.id, {})).toEqual(changed);
  });

  it.each([
    ['questions.0', { questions: [' '] }],
    ['questions.0', { questions: ['x'.repeat(20_001)] }],
    ['topics.0.title', { topics: [{ title: '' }] }],
    ['topics.0.description', { topics: [{ title: 'a', description: 'x'.repeat(20_001) }] }],
    ['invite_emails.0', { invite_emails: ['nobody'] }],
    ['assignee_ids.0', { assignee_ids: ['x'] }],
    ['interview_type', { interview_type: 'imported-interview' }],
    ['language', { language: 'x'.repeat(36) }],
    ['reminder_start_after_days', { reminder_start_after_days: 366 }],
    ['scheduled_send_at', { scheduled_send_at: 'tomorrow' }],
    ['campaign_id', { campaign_id: randomUUID() }],
    ['campaign_id', { campaign_id: randomUUID(), campaign_name: 'Autumn' }],
  ])('obeys the rules of an assignment: %s', async (key, fields) => {
    const { id } = await create();
    const refused = { kind: 'invalid', fields: { [key]: [expect.any(String)] } };
    expect(await faultOf(create(fields))).toMatchObject(refused);
    expect(await faultOf(update(id, fields))).toMatchObject(refused);
    expect((await list()).results).toEqual([EMPTY]);
  });

  it('belongs to a project and to its admins', async () => {
    const { id: draft_id } = await create(FULL);
    const stranger = anAdmin();
    for (const call of [calls.get, calls.update, calls.clone, calls.remove]) {
      expect(await faultOf(running.call(call, { draft_id }, stranger))).toEqual(NOT_FOUND);
      expect(await faultOf(running.call(call, { draft_id: randomUUID() }, admin))).toEqual(NOT_FOUND);
      const viewer = aViewerBeside(admin);
      expect(await faultOf(running.call(call, { draft_id }, viewer))).toMatchObject({ kind: 'forbidden' });
    }
    expect(await running.call(calls.list, {}, stranger)).toEqual({ count: 0, results: [] });
  });

  it('is discarded once', async () => {
    const { id: draft_id } = await create();
    const remove = () => running.call(calls.remove, { draft_id }, admin);
    await remove();
    expect(await faultOf(remove())).toEqual(NOT_FOUND);
    expect(await list()).toEqual({ count: 0, results: [] });
  });
});

describe('the campaign of a draft', () => {
  it('has an id once the project has one of this name, whatever its case, and keeps it', async () => {
    const { id } = await create({ campaign_name: 'AUTUMN' });
    const [interview] = await assign({ campaign_name: 'Autumn' });
    const campaign = { id: interview?.campaign?.id, name: 'Autumn' };
    expect((await read(id)).campaign).toEqual(campaign);
    expect((await list()).results).toMatchObject([{ campaign }]);
    await running.call(campaigns.calls.rename, { campaign_id: campaign.id, name: 'Winter' }, admin);
    expect((await read(id)).campaign).toEqual({ id: campaign.id, name: 'Winter' });
  });

  it('may be given by its id, replaced, and removed', async () => {
    const [interview] = await assign({ campaign_name: 'Autumn' });
    const campaign = interview?.campaign;
    const { id } = await create({ campaign_id: campaign?.id, campaign_name: '' });
    expect((await read(id)).campaign).toEqual(campaign);
    const winter = await update(id, { campaign_name: 'Winter', campaign_id: null });
    expect(winter.campaign).toEqual({ id: null, name: 'Winter' });
    expect((await update(id, { topic: 'Onboarding' })).campaign?.name).toBe('Winter');
    expect((await update(id, { campaign_name: null, campaign_id: null })).campaign).toBeNull();
  });

  it('is none of another project', async () => {
    const [interview] = await assign({ campaign_name: 'Autumn' });
    const stranger = anAdmin();
    const request = { campaign_id: interview?.campaign?.id };
    expect(await faultOf(running.call(calls.create, request, stranger))).toMatchObject({
      fields: { campaign_id: ['There is no such campaign in this project.'] },
    });
    const named = await running.call(calls.create, { campaign_name: 'Autumn' }, stranger);
    expect(named.campaign).toEqual({ id: null, name: 'Autumn' });
  });
});

describe('a clone', () => {
  it('says the same, but is a draft of its own', async () => {
    const made = await create({ ...FULL, campaign_name: 'Autumn' });
    const other = { ...aViewerBeside(admin), project: admin.project };
    const { message, cloned_draft } = await running.call(calls.clone, { draft_id: made.id }, other);
    expect(message).toEqual(expect.any(String));
    const { topics } = cloned_draft;
    expect(cloned_draft).toEqual({
      ...made,
      id: expect.any(String),
      topics: [{ ...made.topics[0], id: expect.any(String) }],
      created_by: other.user_id,
      created_by_email: other.email,
      created_at: expect.any(String),
      updated_at: cloned_draft.created_at,
    });
    expect([cloned_draft.id, topics[0]?.id]).not.toEqual([made.id, made.topics[0]?.id]);
    expect(cloned_draft.id).not.toBe(made.id);
    expect(await read(made.id)).toEqual(made);
    expect((await list()).results).toEqual([cloned_draft, made]);
    expect(await assigned()).toBe(0);
  });
});

describe('a draft that is sent', () => {
  it('is deleted with the assignment', async () => {
    const [{ id: draft_id }, kept] = [await create(FULL), await create(FULL)];
    await assign({ draft_id });
    expect((await list()).results).toEqual([kept]);
    expect(await assigned()).toBe(1);
  });

  it('is sent with its topics as it shows them', async () => {
    const { id: draft_id, topics, interview_type } = await create(FULL);
    const [interview] = await assign({ draft_id, topics, interview_type });
    expect(interview?.topics).toEqual([{ ...FULL.topics[0], status: 'open' }]);
    expect((await list()).count).toBe(0);
  });

  it('stays when the assignment is refused', async () => {
    const { id: draft_id } = await create();
    await faultOf(assign({ draft_id, campaign_id: randomUUID() }));
    expect((await list()).count).toBe(1);
  });

  it('must be one of the project, or nothing is assigned', async () => {
    const foreign = await running.call(calls.create, {}, anAdmin());
    for (const draft_id of [randomUUID(), foreign.id]) {
      expect(await faultOf(assign({ draft_id, campaign_name: 'Autumn' }))).toMatchObject({
        kind: 'invalid',
        fields: { draft_id: ['There is no such draft in this project.'] },
      });
    }
    expect(await assigned()).toBe(0);
    expect((await running.call(campaigns.calls.list, {}, admin)).count).toBe(0);
  });

  it('is sent once, however many send it, and however it changes meanwhile', async () => {
    const { id: draft_id } = await create();
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => outcomeOf(assign({ draft_id }))),
      ...Array.from({ length: 5 }, (_, n) =>
        update(draft_id, { topic: `Topic ${n}` }).catch(() => undefined),
      ),
    ]);
    const sent = outcomes.slice(0, 5);
    expect(sent.filter((outcome) => Object(outcome).answered !== undefined)).toHaveLength(1);
    expect(sent.filter((outcome) => Object(outcome).fields?.draft_id !== undefined)).toHaveLength(4);
    expect(await assigned()).toBe(1);
    expect((await list()).count).toBe(0);
  });
});

describe('a list of drafts', () => {
  it('is in pages, newest first', async () => {
    for (const topic of ['One', 'Two', 'Three']) await create({ topic });
    const names = async (limit: number, offset: number) => {
      const { count, results } = await list({ limit, offset });
      return [count, ...results.map(({ name }) => name)];
    };
    expect(await names(2, 0)).toEqual([3, 'Three', 'Two']);
    expect(await names(2, 2)).toEqual([3, 'One']);
    expect(await names(2, 4)).toEqual([3]);
  });

  it('arrives whole and in order, however large it is', async () => {
    const DRAFTS = 400;
    const { id } = await create({ topics: [{ title: 'One' }], campaign_name: 'Autumn' });
    await assign({ campaign_name: 'Autumn' });
    await running.session.rows(
      `INSERT INTO interviews.drafts
         (project_id, id, name, is_named, campaign_name, content, size, created_by_id, created_at, updated_at)
       SELECT project_id, gen_random_uuid(), n::text, true, campaign_name,
              json_build_object('topic', repeat(md5(n::text), 1920)), 60 * 1024, created_by_id,
              created_at + interval '1 ms' * n, updated_at
         FROM interviews.drafts, generate_series(1, $2::integer) n WHERE project_id = $1 AND id = $3`,
      [admin.project?.id, DRAFTS, id],
    );
    const pages = await Promise.all([list({ limit: 1_000 }), list({ limit: 1_000 }), list({ limit: 10 })]);
    const newest = Array.from({ length: DRAFTS }, (_, n) => String(DRAFTS - n));
    for (const { count, results } of pages) {
      expect(count).toBe(DRAFTS + 1);
      const large = results.filter((draft) => draft.id !== id);
      expect(large.map(({ name }) => name)).toEqual(newest.slice(0, large.length));
      expect(new Set(large.map(({ topic }) => topic.length))).toEqual(new Set([60 * 1024]));
      expect(results.every(({ campaign }) => typeof campaign?.id === 'string')).toBe(true);
    }
    expect(pages.map(({ results }) => results.length)).toEqual([DRAFTS + 1, DRAFTS + 1, 10]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type Interviewee,
  assignment,
  campaigns,
  drafts,
  interviewAssigned,
  interviewFeed,
  intervieweeInvited,
  interviews,
  reminders,
} from '@pks/contracts';
import { faultOf } from '@pks/testing';
import { eventually } from '@pks/testing/black-box';
import { type RunningInterviews, anAdmin, runningInterviews } from './running-interviews.ts';

const { calls } = interviews;

let running: RunningInterviews;
let admin: Caller;
let ben: Interviewee;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
  ben = running.member();
});

const list = () => running.call(calls.list, {}, admin);
const assignedTo = async (): Promise<object[]> =>
  (await running.events(interviewAssigned.subject, admin)).map((event) => event);

describe('an assignment', () => {
  it('is one interview per person, as api.md shows it', async () => {
    const [made, ...others] = await running.assign(admin, {
      assignee_ids: [ben.user_id],
      interview_type: 'guided-interview',
      topics: [{ title: 'First week' }],
      campaign_name: ' Autumn ',
      language: 'en',
    });
    expect(others).toEqual([]);
    expect(made).toEqual({
      id: expect.any(String),
      name: 'How customers are onboarded',
      created_by: admin.user_id,
      created_by_email: admin.email,
      type: 'guided-interview',
      assigned_to: ben.user_id,
      assigned_by: admin.user_id,
      assigned_to_email: ben.email,
      assigned_by_email: admin.email,
      is_pending_invite: false,
      import_info: null,
      meeting_info: null,
      status: 'pending',
      campaign: { id: expect.any(String), name: 'Autumn' },
      first_message_preview: expect.stringContaining('First week'),
      message_count: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      type_additional_parameters: {
        topic: 'How customers are onboarded',
        questions: [],
        language: 'en',
        custom_message: '',
        custom_focus: '',
        scheduled_send_at: null,
        reminders_enabled: false,
        reminder_start_after_days: 3,
        reminder_interval_days: 7,
        reminder_max_count: 3,
      },
      chat_history: [expect.objectContaining({ role: 'assistant', topic_index: 0 })],
      chat_memory: { summary: '', covered_topics: [], facts: [] },
      local_documents: [],
      topics: [{ title: 'First week', description: '', status: 'open', skill_id: '' }],
      write_scope: 'local',
      reminders_stopped_at: null,
    });
    expect(await running.call(calls.get, { interview_id: made?.id }, admin)).toEqual(made);
  });

  it.each([
    ['question', { questions: ['x'.repeat(20_000)] }],
    [
      'topic',
      { interview_type: 'guided-interview', topics: [{ title: 'a', description: 'x'.repeat(20_000) }] },
    ],
  ])('has a %s as long as other texts', async (_what, fields) => {
    const [made] = await running.assign(admin, { assignee_ids: [ben.user_id], ...fields });
    expect(made).toMatchObject({ status: 'pending', message_count: 1 });
    expect(await running.call(drafts.calls.create, fields, admin)).toMatchObject({ id: expect.any(String) });
  });

  it('tells members at once, each once, however often they are named', async () => {
    const made = await running.assign(admin, {
      assignee_ids: [ben.user_id, ben.user_id],
      invite_emails: [ben.email.toUpperCase()],
    });
    expect(made).toHaveLength(1);
    expect(await assignedTo()).toMatchObject([{ assigned_to: ben.user_id, assigned_to_email: ben.email }]);
  });

  it('invites who is no member, and is theirs by their address meanwhile', async () => {
    const email = `New-${randomUUID()}@example.test`;
    const [made] = await running.assign(admin, { invite_emails: [email] });
    expect(made).toMatchObject({
      assigned_to: null,
      assigned_to_email: email.toLowerCase(),
      is_pending_invite: true,
    });
    const invitations = () => running.events(intervieweeInvited.subject, admin);
    await eventually('they are invited', async () => (await invitations()).length === 1);
    expect(await invitations()).toMatchObject([{ email: email.toLowerCase(), invited_by: admin.user_id }]);
    expect(await assignedTo()).toEqual([]);
  });

  it.each([
    ['nobody', () => ({}), 'assignee_ids'],
    ['an unknown user', () => ({ assignee_ids: [ben.user_id, randomUUID()] }), 'assignee_ids.1'],
    [
      'a member who cannot be interviewed',
      () => ({ assignee_ids: [running.member({ is_interviewable: false }).user_id] }),
      'assignee_ids.0',
    ],
    [
      'such a member by their address',
      () => ({ invite_emails: [ben.email, running.member({ is_interviewable: false }).email] }),
      'invite_emails.1',
    ],
    [
      'someone who is invited as one who cannot be interviewed',
      () => {
        running.identity.invitedAsUsers.add('Zoe@users.test');
        return { invite_emails: ['new@example.test', 'zoe@USERS.test'] };
      },
      'invite_emails.1',
    ],
    [
      'no admin, for a global one',
      () => ({ assignee_ids: [ben.user_id], write_scope: 'global' }),
      'write_scope',
    ],
    [
      'someone who is invited, for a global one',
      () => ({ invite_emails: ['new@example.test'], write_scope: 'global' }),
      'write_scope',
    ],
    [
      'an admin by their address, for a global one',
      () => ({ invite_emails: [running.member({ is_admin: true }).email], write_scope: 'global' }),
      'write_scope',
    ],
    [
      'an unknown campaign',
      () => ({ assignee_ids: [ben.user_id], campaign_id: randomUUID() }),
      'campaign_id',
    ],
  ])('of %s is refused as a whole', async (_whom, fields, key) => {
    expect(await faultOf(running.assign(admin, fields()))).toMatchObject({
      kind: 'invalid',
      fields: { [key]: [expect.any(String)] },
    });
    expect((await list()).count).toBe(0);
    expect(await assignedTo()).toEqual([]);
  });

  it('goes to a member whose e-mail has become the address that was invited, once a reminder is sent', async () => {
    const email = `${randomUUID()}@example.test`;
    const [made] = await running.assign(admin, { invite_emails: [email], reminders_enabled: true });
    const invited = () => running.events(intervieweeInvited.subject, admin);
    await eventually('they are invited', async () => (await invited()).length === 1);
    const remind = () => running.call(reminders.calls.send, { interview_id: made?.id }, admin);
    const [NOBODY, BLIND, NO_INTERVIEWEE] = [
      'The invited person has not joined the project yet.',
      'The assignee may not view the project.',
      'Interviews are assigned to members with the profile `tech` or `contributor`.',
    ];
    expect(await faultOf(remind())).toMatchObject({ message: NOBODY });
    running.member({ ...ben, email, may_view: false });
    expect(await faultOf(remind())).toMatchObject({ message: BLIND });
    running.member({ ...ben, email, is_interviewable: false });
    expect(await faultOf(remind())).toMatchObject({ message: NO_INTERVIEWEE });
    running.member({ ...ben, email });
    expect(await remind()).toEqual({ status: 'reminder_sent' });
    expect(await assignedTo()).toMatchObject([{ assigned_to: ben.user_id, assigned_to_email: email }]);
    expect(await running.call(calls.get, { interview_id: made?.id }, admin)).toMatchObject({
      assigned_to: ben.user_id,
      is_pending_invite: false,
    });
    expect(await faultOf(remind())).toMatchObject({ kind: 'throttled' });
    expect([await assignedTo(), await invited()]).toMatchObject([[{}], [{}]]);
  });

  it('is not made while the members cannot be looked up', async () => {
    await running.identity.goAway();
    try {
      expect(await faultOf(running.assign(admin, { assignee_ids: [ben.user_id] }))).toMatchObject({
        kind: 'unavailable',
      });
    } finally {
      await running.identity.comeBack();
    }
    expect((await list()).count).toBe(0);
  });

  it('takes effect once under an idempotency key', async () => {
    const key = { key: randomUUID(), fingerprint: 'a'.repeat(64), operation: 'POST /interviews/assign/' };
    const request = { topic: 'Onboarding', assignee_ids: [ben.user_id] };
    const [first, second] = [
      await running.call(assignment.calls.assign, request, admin, key),
      await running.call(assignment.calls.assign, request, admin, key),
    ];
    expect(second).toEqual(first);
    expect((await list()).count).toBe(1);
  });
});

describe('concurrent assignments', () => {
  it('to a new campaign make it once, whatever its case, and every count is right', async () => {
    const people = Array.from({ length: 3 }, () => running.member().user_id);
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        running.assign(admin, {
          assignee_ids: n % 2 === 0 ? people : [ben.user_id],
          campaign_name: n % 3 === 0 ? 'Autumn' : 'AUTUMN',
        }),
      ),
    );
    const { count, results } = await running.call(campaigns.calls.list, {}, admin);
    expect({ count, results }).toMatchObject({ count: 1, results: [{ interview_count: 24 }] });
    expect(await running.call(interviewFeed.calls.list, {}, admin)).toMatchObject({
      count: 1,
      results: [{ kind: 'campaign', campaign: { interview_count: 24, pending_count: 24 }, interview: null }],
      status_counts: { pending: 24 },
    });
  });

  it('and deletions leave the counts as the rows are', async () => {
    const options = [{ campaign_name: 'One' }, { campaign_name: 'Two' }, {}];
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        running.assign(admin, { assignee_ids: [ben.user_id], ...options[n % 3] }),
      ),
    );
    const remove = (n: number) => running.call(calls.remove, { interview_id: made[n]?.[0]?.id }, admin);
    await Promise.all([
      ...[0, 3, 6, 9, 1, 2].map(remove),
      ...options.map((fields) => running.assign(admin, { assignee_ids: [ben.user_id], ...fields })),
      ...[4, 7, 10, 5].map(remove),
    ]);
    const [counted] = await running.session.rows(
      `SELECT (SELECT count(*)::integer FROM interviews.interviews WHERE project_id = $1) AS pending,
              (SELECT count(*)::integer FROM interviews.interviews WHERE project_id = $1 AND campaign_id IS NULL)
              + (SELECT count(DISTINCT campaign_id)::integer FROM interviews.interviews WHERE project_id = $1)
                AS feed_rows,
              (SELECT count(*)::integer FROM interviews.campaigns WHERE project_id = $1) AS campaigns`,
      [admin.project?.id],
    );
    const [kept] = await running.session.rows(
      'SELECT pending, feed_rows, campaigns FROM interviews.interview_totals WHERE project_id = $1',
      [admin.project?.id],
    );
    expect(kept).toEqual(counted);
    const feed = await running.call(interviewFeed.calls.list, {}, admin);
    expect(feed.results).toHaveLength(feed.count);
    for (const { campaign } of feed.results) expect(campaign?.pending_count).toBe(campaign?.interview_count);
  });
});

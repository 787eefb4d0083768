import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type Interview,
  type Interviewee,
  interviewAssigned,
  interviewInvites,
  interviewReminderDue,
  intervieweeInvited,
  interviews,
  interviewLetters,
  interviewMessages,
  reminders as reminderCalls,
} from '@pks/contracts';
import { type Fields, faultOf } from '@pks/testing';
import { eventually } from '@pks/testing/black-box';
import { DAY_MS, InterviewWork } from './interview-work.ts';
import { type RunningInterviews, aViewerBeside, anAdmin, runningInterviews } from './running-interviews.ts';

const { calls } = interviews;
const DAILY = { reminders_enabled: true, reminder_interval_days: 1, reminder_max_count: 2 };

let running: RunningInterviews;
let admin: Caller;
let ben: Interviewee;
let work: InterviewWork;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
  ben = running.member();
  work = new InterviewWork(running, admin);
});

async function assigned(fields: Fields): Promise<Interview> {
  const [made] = await running.assign(admin, { assignee_ids: [ben.user_id], ...fields });
  if (!made) throw new Error('Nothing was assigned.');
  return made;
}

const sendings = () => running.events(interviewAssigned.subject, admin);
const reminders = () => running.events(interviewReminderDue.subject, admin);
const invitations = () => running.events(intervieweeInvited.subject, admin);
const stop = (interview_id: string, caller = admin) =>
  running.call(reminderCalls.calls.stop, { interview_id }, caller);
const remind = (interview_id: string, caller = admin) =>
  running.call(reminderCalls.calls.send, { interview_id }, caller);

const remindedAt = (event: object | undefined): string => String(event && Reflect.get(event, 'reminded_at'));

describe('a scheduled interview', () => {
  it('is sent at its time, once', async () => {
    const at = new Date(Date.now() + 5 * DAY_MS).toISOString();
    const interview = await assigned({ scheduled_send_at: at, ...DAILY });
    expect(await sendings()).toEqual([]);
    expect(await work.waiting(interview.id)).toEqual([5]);
    await work.due(interview, 'sending');
    await work.due(interview, 'sending');
    expect(await sendings()).toMatchObject([{ interview_id: interview.id, assigned_to: ben.user_id }]);
    expect(await work.waiting(interview.id)).toEqual([3, 5]);
  });

  it('is not sent to who has left, nor once it is deleted', async () => {
    const at = new Date(Date.now() + DAY_MS).toISOString();
    const [left, deleted] = [
      await assigned({ scheduled_send_at: at }),
      await assigned({ scheduled_send_at: at }),
    ];
    await running.call(calls.remove, { interview_id: deleted.id }, admin);
    await work.due(deleted, 'sending');
    running.identity.members.delete(ben.user_id);
    await work.due(left, 'sending');
    expect(await sendings()).toEqual([]);
  });

  it('is not sent to a member who may not view the project', async () => {
    const at = new Date(Date.now() + DAY_MS).toISOString();
    const interview = await assigned({ scheduled_send_at: at });
    running.member({ ...ben, may_view: false });
    await work.due(interview, 'sending');
    expect(await sendings()).toEqual([]);
  });

  it('whose time is past is sent at once', async () => {
    await assigned({ scheduled_send_at: '2016-12-31T23:59:60Z' });
    expect(await sendings()).toHaveLength(1);
  });
});

describe('a scheduled interview whose assignee was away at its time', () => {
  const TIME = { scheduled_send_at: new Date(Date.now() + DAY_MS).toISOString(), ...DAILY };

  function coming(): Promise<Interview> {
    running.member(ben);
    return assigned(TIME);
  }

  /** An interview that came due while its assignee was not a member. */
  async function missed(): Promise<Interview> {
    const interview = await coming();
    running.identity.members.delete(ben.user_id);
    await running.session.rows(
      `UPDATE interviews.interviews
          SET parameters = (parameters::jsonb || '{"scheduled_send_at": "2026-01-01T08:00:00.000Z"}')::json
        WHERE project_id = $1 AND id = $2`,
      [admin.project?.id, interview.id],
    );
    await work.due(interview, 'sending');
    return interview;
  }

  it('is sent when they join again, once', async () => {
    const [interview, later, deleted] = [await missed(), await coming(), await missed()];
    await running.call(calls.remove, { interview_id: deleted.id }, admin);
    await work.join(ben.user_id, ben.email, { permissions: [] });
    expect(await sendings()).toEqual([]);
    for (const _time of ['once', 'again']) await work.join(ben.user_id, ben.email);
    await work.due(interview, 'sending');
    expect(await sendings()).toMatchObject([{ interview_id: interview.id, assigned_to: ben.user_id }]);
    expect([await work.waiting(interview.id), await work.waiting(later.id)]).toEqual([[1, 3], [1]]);
  });

  it('is sent by hand once they are active again', async () => {
    const { id } = await missed();
    expect(await faultOf(remind(id))).toMatchObject({
      message: 'The assignee is no longer an active member of the project.',
    });
    running.member(ben);
    expect(await remind(id)).toEqual({ status: 'reminder_sent' });
    expect([await sendings(), await reminders()]).toMatchObject([[{ assigned_to: ben.user_id }], []]);
    expect(await work.waiting(id)).toEqual([1, 3]);
    expect(await faultOf(remind(id))).toMatchObject({ kind: 'throttled' });
    expect([await sendings(), await reminders()]).toMatchObject([[{ interview_id: id }], []]);
    await running.session.rows(
      `UPDATE interviews.interviews SET reminded_at = reminded_at - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await remind(id);
    expect([await sendings(), await reminders()]).toMatchObject([
      [{ interview_id: id }],
      [{ interview_id: id }],
    ]);
  });
});

describe('an invited person', () => {
  const EMAIL = 'new@example.test';

  it('gets what waits for their address when they join, whatever its case', async () => {
    const interview = await assigned({ assignee_ids: [], invite_emails: [EMAIL.toUpperCase()], ...DAILY });
    await eventually('they are invited', async () => (await invitations()).length === 1);
    expect(await work.waiting(interview.id)).toEqual([]);
    const user_id = randomUUID();
    await work.join(user_id, 'New@example.test');
    expect(await running.call(calls.get, { interview_id: interview.id }, admin)).toMatchObject({
      assigned_to: user_id,
      assigned_to_email: 'New@example.test',
      is_pending_invite: false,
    });
    expect(await sendings()).toMatchObject([{ assigned_to: user_id, assigned_to_email: 'New@example.test' }]);
    expect(await work.waiting(interview.id)).toEqual([3]);
  });

  it('who may not view the project when they join is told nothing, nor reminded, until they may', async () => {
    const interview = await assigned({ assignee_ids: [], invite_emails: [EMAIL], ...DAILY });
    await eventually('they are invited', async () => (await invitations()).length === 1);
    const eve = running.member({ email: EMAIL, may_view: false });
    await work.join(eve.user_id, EMAIL, { permissions: [] });
    expect(await running.call(calls.get, { interview_id: interview.id }, admin)).toMatchObject({
      assigned_to: eve.user_id,
    });
    expect(await work.waiting(interview.id)).toEqual([3]);
    expect(await faultOf(remind(interview.id))).toEqual({
      kind: 'invalid',
      message: 'The assignee may not view the project.',
    });
    await work.due(interview, 'reminder', 1);
    expect([await sendings(), await reminders()]).toEqual([[], []]);
    running.member({ ...eve, may_view: true });
    await work.due(interview, 'reminder', 2);
    expect(await reminders()).toMatchObject([{ assigned_to: eve.user_id }]);
    running.identity.members.delete(eve.user_id);
  });

  describe('whose e-mail has changed since they joined an hour ago', () => {
    const NEW = 'renamed@example.test';
    const user_id = randomUUID();
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const joinHandled = () => work.join(user_id, EMAIL, { joined_at: ago(60) });
    const changeHandled = () => work.changeEmail(user_id, NEW, ago(30));

    afterEach(() => void running.identity.members.delete(user_id));

    async function reminded(): Promise<void> {
      const interview = await assigned({ assignee_ids: [], invite_emails: [EMAIL], ...DAILY });
      await eventually('they are invited', async () => (await invitations()).length === 1);
      await joinHandled();
      await work.due(interview, 'reminder');
    }

    it('is reminded at the new one, which was known before the join was handled', async () => {
      running.member({ user_id, email: NEW });
      await changeHandled();
      await reminded();
      expect(await sendings()).toMatchObject([{ assigned_to: user_id, assigned_to_email: NEW }]);
      expect(await reminders()).toMatchObject([{ assigned_to_email: NEW }]);
    });

    it('has the new one, which became known afterwards, also where they had left meanwhile', async () => {
      await reminded();
      await changeHandled();
      const { results } = await running.call(calls.list, {}, admin);
      expect(results).toMatchObject([{ assigned_to: user_id, assigned_to_email: NEW }]);
    });
  });

  it('who joins before the scheduled time is told then', async () => {
    const at = new Date(Date.now() + 2 * DAY_MS).toISOString();
    const interview = await assigned({ assignee_ids: [], invite_emails: [EMAIL], scheduled_send_at: at });
    const { user_id } = running.member({ email: EMAIL });
    await work.join(user_id, EMAIL);
    expect([await sendings(), await invitations()]).toEqual([[], []]);
    await work.due(interview, 'sending');
    expect(await sendings()).toMatchObject([{ assigned_to: user_id }]);
    running.identity.members.delete(user_id);
  });

  it('who is a member by the time of sending is not invited', async () => {
    const at = new Date(Date.now() + 2 * DAY_MS).toISOString();
    const interview = await assigned({ assignee_ids: [], invite_emails: [EMAIL], scheduled_send_at: at });
    const { user_id } = running.member({ email: EMAIL });
    await work.due(interview, 'sending');
    expect(await sendings()).toMatchObject([{ assigned_to: user_id }]);
    expect(await invitations()).toEqual([]);
    running.identity.members.delete(user_id);
  });
});

describe('the invite that an interview calls for', () => {
  const isWanted = async ({ id: interview_id }: Interview, email: string): Promise<boolean> => {
    const request = { project_id: admin.project?.id, interview_id, email };
    return (await running.call(interviewInvites.calls.read, request, null)).is_wanted;
  };

  it('is wanted until it is deleted or completed, or its person has joined', async () => {
    const email = `${randomUUID()}@example.test`;
    const [deleted, completed, taken] = [
      await assigned({ assignee_ids: [], invite_emails: [email] }),
      await assigned({ assignee_ids: [], invite_emails: [email] }),
      await assigned({ assignee_ids: [], invite_emails: [email] }),
    ];
    expect(await isWanted(deleted, email.toUpperCase())).toBe(true);
    expect(await isWanted(deleted, 'other@example.test')).toBe(false);
    await running.call(calls.remove, { interview_id: deleted.id }, admin);
    await running.call(interviewMessages.calls.complete, { interview_id: completed.id }, admin);
    expect([await isWanted(deleted, email), await isWanted(completed, email)]).toEqual([false, false]);
    expect(await isWanted(taken, email)).toBe(true);
    await work.join(randomUUID(), email);
    expect(await isWanted(taken, email)).toBe(false);
  });
});

describe('the reminders of an interview', () => {
  it('come after the days that were asked for, each once, as often as asked for', async () => {
    const interview = await assigned({ ...DAILY, reminder_start_after_days: 10 });
    expect(await work.waiting(interview.id)).toEqual([10]);
    for (const number of [1, 1, 2, 2, 3]) await work.due(interview, 'reminder', number);
    expect(await reminders()).toMatchObject([
      { interview_id: interview.id, assigned_to_email: ben.email },
      { interview_id: interview.id, assigned_to_email: ben.email },
    ]);
    expect((await reminders()).some((event) => 'by_hand' in event)).toBe(false);
  });

  it('go to nobody who has left, and go on for one who joins again', async () => {
    const interview = await assigned({ ...DAILY, reminder_max_count: 3 });
    running.identity.members.delete(ben.user_id);
    await work.due(interview, 'reminder', 1);
    expect(await faultOf(remind(interview.id))).toEqual({
      kind: 'invalid',
      message: 'The assignee is no longer an active member of the project.',
    });
    expect(await reminders()).toEqual([]);
    running.member(ben);
    await work.due(interview, 'reminder', 2);
    expect(await reminders()).toMatchObject([{ assigned_to: ben.user_id }]);
  });

  it('are each sent once, also when two replicas do the same job', async () => {
    const interview = await assigned(DAILY);
    await Promise.all(Array.from({ length: 4 }, () => work.due(interview, 'reminder')));
    expect(await reminders()).toHaveLength(1);
    expect(await work.waiting(interview.id)).toEqual([3, 4]);
  });

  it('stop for ever, and again changes nothing; one by hand stays possible', async () => {
    const interview = await assigned(DAILY);
    const STOPPED = { status: 'reminders_stopped' };
    const stopped = async () =>
      (await running.call(calls.get, { interview_id: interview.id }, admin)).reminders_stopped_at;
    expect(await stopped()).toBeNull();
    expect([await stop(interview.id), await stop(interview.id)]).toEqual([STOPPED, STOPPED]);
    expect(await stopped()).toMatch(/^\d{4}-/);
    await work.due(interview, 'reminder');
    expect(await reminders()).toEqual([]);
    expect(await remind(interview.id)).toEqual({ status: 'reminder_sent' });
    expect(await reminders()).toMatchObject([{ interview_id: interview.id, by_hand: true }]);
  });

  it('cannot be stopped where there is no schedule', async () => {
    const { id } = await assigned({});
    expect(await faultOf(stop(id))).toEqual({
      kind: 'invalid',
      message: 'This interview has no reminder schedule.',
    });
  });

  it('are stopped and sent by admins and the assigner, not by who takes it, nor by a deactivated user', async () => {
    const { id } = await assigned(DAILY);
    const assignee = aViewerBeside(admin, ben);
    expect(await faultOf(stop(id, assignee))).toMatchObject({ kind: 'forbidden' });
    expect(await faultOf(remind(id, assignee))).toMatchObject({ kind: 'forbidden' });
    const assigner = aViewerBeside(admin, { user_id: admin.user_id, email: admin.email });
    expect(await remind(id, assigner)).toEqual({ status: 'reminder_sent' });
    running.identity.standing.set(admin.user_id, { is_active: false, is_member: true });
    expect(await faultOf(stop(id))).toEqual({ kind: 'not_found', message: 'User not found' });
  });

  it('by hand are at least a minute apart, and go to nobody who has not been told', async () => {
    const { id } = await assigned({});
    await remind(id);
    expect(await faultOf(remind(id))).toMatchObject({ kind: 'throttled' });
    const later = await assigned({ scheduled_send_at: new Date(Date.now() + DAY_MS).toISOString() });
    expect(await faultOf(remind(later.id))).toMatchObject({
      message: 'This interview has not been sent yet.',
    });
  });
});

describe('an e-mail about an interview', () => {
  const read = async (fields: Fields) => {
    const request = { project_id: admin.project?.id, kind: 'reminder', assigned_to: ben.user_id, ...fields };
    return (await running.call(interviewLetters.calls.read, request, null)).letter;
  };

  it('that was delayed is not sent where a later reminder is due', async () => {
    const { id: interview_id } = await assigned(DAILY);
    await work.due({ id: interview_id }, 'reminder', 1);
    await work.due({ id: interview_id }, 'reminder', 2);
    const [first, last] = await reminders();
    expect(await read({ interview_id, reminded_at: remindedAt(first) })).toBeNull();
    expect(await read({ interview_id, reminded_at: remindedAt(last) })).toMatchObject({
      topic: expect.any(String),
    });
    expect(await read({ interview_id })).toMatchObject({ stop_reminders_token: expect.any(String) });
  });

  it('that was delayed is not sent to who has left, or may not view the project', async () => {
    const { id: interview_id } = await assigned(DAILY);
    running.identity.members.delete(ben.user_id);
    expect(await read({ interview_id })).toBeNull();
    running.member({ ...ben, may_view: false });
    expect(await read({ interview_id, kind: 'assignment' })).toBeNull();
    running.member(ben);
    expect(await read({ interview_id })).not.toBeNull();
  });

  it('goes to the address that its assignee has by then', async () => {
    const { id: interview_id } = await assigned(DAILY);
    expect(await read({ interview_id })).toMatchObject({ to: ben.email });
    const renamed = running.member({ ...ben, email: 'ben.renamed@example.test' });
    for (const kind of ['assignment', 'reminder'])
      expect(await read({ interview_id, kind })).toMatchObject({ to: renamed.email });
  });

  it('says what it is about, to its assignee alone', async () => {
    const { id: interview_id } = await assigned({ custom_message: 'Please!' });
    const read = (assigned_to: string) =>
      running.call(
        interviewLetters.calls.read,
        { project_id: admin.project?.id, interview_id, kind: 'assignment', assigned_to },
        null,
      );
    expect((await read(ben.user_id)).letter).toMatchObject({
      name: 'How customers are onboarded',
      assigned_by_email: admin.email,
      custom_message: 'Please!',
    });
    expect(await read(admin.user_id)).toEqual({ letter: null });
  });
});

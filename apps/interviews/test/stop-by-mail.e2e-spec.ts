import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InterviewLetter, type InterviewLetterKind, interviewLetters, reminders } from '@pks/contracts';
import { NotFound, ParticipantsRepository, inProject } from '@pks/platform';
import { type Fields, type TestedService, runningService } from '@pks/testing';
import { InterviewsRepository } from '../src/interviews/interviews.repository.ts';
import { Interview } from '../src/interviews/interview.entity.ts';
import { interviews as interviewsService } from '../src/interviews.ts';
import { IdentityStandIn } from './identity-stand-in.ts';

const { stopByToken } = reminders.calls;
const SENT = new Date('2026-11-20T08:00:00.000Z');
const PLAN = { startAfterDays: 3, intervalDays: 7, maxCount: 3 };

let running: TestedService;
let identity: IdentityStandIn;

beforeAll(async () => {
  running = await runningService(interviewsService);
  identity = await IdentityStandIn.on(running.bus);
});
afterAll(() => running.stop());

/** An interview that was sent, with or without reminders. */
async function anInterview(maxCount: Interview['reminderMaxCount'] = PLAN.maxCount): Promise<Interview> {
  const [projectId, ana, eva] = [randomUUID(), randomUUID(), randomUUID()];
  const interview = Interview.assign({
    projectId,
    type: 'interview',
    name: 'Onboarding',
    campaignId: null,
    createdById: ana,
    assignedToId: eva,
    inviteEmail: null,
    writeScope: 'local',
    parameters: {
      topic: 'How customers are onboarded',
      questions: [],
      language: null,
      custom_message: '',
      custom_focus: '',
      scheduled_send_at: null,
      reminders_enabled: maxCount !== null,
      reminder_start_after_days: PLAN.startAfterDays,
      reminder_interval_days: PLAN.intervalDays,
      reminder_max_count: PLAN.maxCount,
    },
    topics: [],
    createdAt: SENT,
    reminders: maxCount === null ? null : PLAN,
  });
  interview.send(SENT);
  const users = [
    { user_id: ana, email: 'ana@example.test' },
    { user_id: eva, email: 'eva@example.test' },
  ];
  identity.join({ user_id: eva, email: 'eva@example.test' });
  await inProject(projectId, () =>
    running.once(async () => {
      await running.get(ParticipantsRepository).keep(projectId, ...users);
      await running.get(InterviewsRepository).insert([interview]);
    }),
  );
  return interview;
}

const of = ({ projectId, id }: Interview) => ({ project_id: projectId, interview_id: id });

/** The content of an e-mail about the interview. */
async function letterOf(
  interview: Interview,
  kind: InterviewLetterKind,
  reminder: Fields = {},
): Promise<InterviewLetter | null> {
  const request = { ...of(interview), kind, assigned_to: interview.assignedToId, ...reminder };
  return (await running.call(interviewLetters.calls.read, request, null)).letter;
}

async function tokenOf(interview: Interview): Promise<string> {
  return (await letterOf(interview, 'reminder'))?.stop_reminders_token ?? '';
}

async function stoppedAt({ projectId, id }: Interview): Promise<Date | null> {
  const read = (): Promise<Interview | null> => running.get(InterviewsRepository).find(projectId, id);
  return (await inProject(projectId, read))?.remindersStoppedAt ?? null;
}

describe('the token in an e-mail', () => {
  it('is in reminders alone', async () => {
    const interview = await anInterview();
    expect(await letterOf(interview, 'assignment')).toEqual({
      to: 'eva@example.test',
      name: 'Onboarding',
      topic: 'How customers are onboarded',
      assigned_by_email: 'ana@example.test',
      custom_message: '',
      sent_at: SENT.toISOString(),
      stop_reminders_token: null,
    });
    expect(await tokenOf(interview)).toMatch(/^[\w-]{43}$/);
  });

  it('stops the reminders of its interview for ever, however its id is written', async () => {
    const interview = await anInterview();
    const token = await tokenOf(interview);
    const request = { ...of(interview), interview_id: interview.id.toUpperCase(), token };
    expect(await running.call(stopByToken, request, null)).toEqual({ status: 'reminders_stopped' });
    const first = await stoppedAt(interview);
    expect(first).not.toBeNull();
    expect(await running.call(stopByToken, request, null)).toEqual({ status: 'reminders_stopped' });
    expect(await stoppedAt(interview)).toEqual(first);
  });

  it('also ends a reminder of the schedule that waits to be sent, and none that somebody sent', async () => {
    const interview = await anInterview();
    const before = { reminded_at: new Date(SENT.getTime() + 1).toISOString() };
    const token = await tokenOf(interview);
    expect(await letterOf(interview, 'reminder', before)).not.toBeNull();
    await running.call(stopByToken, { ...of(interview), token }, null);
    const stopped = (await stoppedAt(interview)) ?? SENT;
    expect(await letterOf(interview, 'reminder', before)).toBeNull();
    expect(await letterOf(interview, 'reminder', { ...before, by_hand: true })).not.toBeNull();
    const after = { reminded_at: new Date(stopped.getTime() + 1).toISOString() };
    expect(await letterOf(interview, 'reminder', after)).not.toBeNull();
    expect(await letterOf(interview, 'assignment')).not.toBeNull();
  });

  it('is of no use for another interview, of this project or of another', async () => {
    const [interview, other] = [await anInterview(), await anInterview()];
    const [token, own] = [await tokenOf(interview), await tokenOf(other)];
    const wrong = [
      { ...of(other), token },
      { ...of(interview), project_id: other.projectId, token },
      { ...of(interview), interview_id: randomUUID(), token },
      ...['x', token.slice(0, -1), `${token}A`, token.toUpperCase(), own, 'ä'.repeat(43)].map((one) => ({
        ...of(interview),
        token: one,
      })),
    ];
    for (const request of wrong) {
      await expect(running.call(stopByToken, request, null)).rejects.toMatchObject({
        data: new NotFound().data,
      });
    }
    expect([await stoppedAt(interview), await stoppedAt(other)]).toEqual([null, null]);
  });

  it('gets the same answer where nothing is left to stop', async () => {
    const [without, deleted] = [await anInterview(null), await anInterview()];
    for (const interview of [without, deleted]) {
      const request = { ...of(interview), token: await tokenOf(interview) };
      const remove = (): Promise<void> => running.get(InterviewsRepository).remove(deleted);
      if (interview === deleted) await inProject(deleted.projectId, () => running.once(remove));
      expect(await running.call(stopByToken, request, null)).toEqual({
        status: 'reminders_stopped',
      });
    }
    expect(await stoppedAt(without)).toBeNull();
  });
});

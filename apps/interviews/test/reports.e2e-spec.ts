import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type CompletedInterview,
  type Caller,
  type Interview,
  interviewDeleted,
  interviewMessages,
  interviewNotes,
  interviewReports,
  interviewSummaries,
  interviewUpdated,
  interviews,
} from '@pks/contracts';
import { type Fields, aCall, faultOf, openAsOwner } from '@pks/testing';
import { AnnounceCompletedInterviews1797130000000 } from '../src/migrations/1797130000000-announce-completed-interviews.ts';
import { InterviewWork } from './interview-work.ts';
import { NOT_FOUND, type RunningInterviews, anAdmin, runningInterviews } from './running-interviews.ts';

let running: RunningInterviews;
let admin: Caller;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
  running.member({ user_id: admin.user_id, email: admin.email, is_admin: true });
});

async function assigned(fields: Fields): Promise<Interview> {
  const [made] = await running.assign(admin, {
    assignee_ids: [admin.user_id],
    name: 'Sales',
    questions: ['Who calls?'],
    ...fields,
  });
  if (!made) throw new Error('Nothing was assigned.');
  return made;
}

/** Completes an interview with the answer to its only question. */
const complete = ({ id: interview_id }: Interview) =>
  running.call(interviewMessages.calls.send, { interview_id, content: 'Sales.' }, admin);

const read = (interview_id: string, project_id = admin.project?.id) =>
  running.call(interviewReports.calls.read, { project_id, interview_id }, null);

const summaryOf = ({ id: interview_id }: Interview, project_id = admin.project?.id) =>
  running.call(interviewSummaries.calls.read, { project_id, interview_id }, null);

const updates = () => running.events(interviewUpdated.subject, admin);

describe('the report of an interview', () => {
  it('is there once a global one is completed', async () => {
    const made = await assigned({ write_scope: 'global' });
    expect(await faultOf(read(made.id))).toMatchObject({ message: 'This interview is not completed.' });
    await complete(made);
    const { markdown, ...conversation } = await read(made.id);
    expect(conversation).toEqual({ id: made.id, type: 'interview', name: 'Sales' });
    expect(markdown).toContain(`- Interviewed: ${admin.email}\n- Date: ${made.created_at.slice(0, 10)}`);
    expect(markdown).toMatch(/> Who calls\?\n[^>]*> Sales\.\n/);
  });

  it('is refused for a local one', async () => {
    const made = await assigned({});
    await complete(made);
    expect(await faultOf(read(made.id))).toEqual({
      kind: 'invalid',
      message: "This interview's edits stay in its conversation.",
    });
  });

  it('is not found in another project', async () => {
    const { id } = await assigned({ write_scope: 'global' });
    expect(await faultOf(read(id, randomUUID()))).toEqual(NOT_FOUND);
    expect(await faultOf(read(randomUUID()))).toEqual(NOT_FOUND);
  });
});

describe('the summary of an interview', () => {
  it('is there once it is completed, also of a local one, until it is deleted', async () => {
    const made = await assigned({});
    expect(await faultOf(summaryOf(made))).toEqual({
      kind: 'invalid',
      message: 'This interview is not completed.',
    });
    await complete(made);
    expect(await summaryOf(made)).toEqual({
      id: made.id,
      name: 'Sales',
      topic: 'How customers are onboarded',
      summary: 'Who calls?: Sales.',
      created_by: admin.user_id,
      assigned_to: admin.user_id,
      updated_at: expect.any(String),
    });
    expect(await faultOf(summaryOf(made, randomUUID()))).toEqual(NOT_FOUND);
    await running.call(interviews.calls.remove, { interview_id: made.id }, admin);
    expect(await faultOf(summaryOf(made))).toEqual(NOT_FOUND);
    const deletions = await running.events(interviewDeleted.subject, admin);
    expect(deletions).toEqual([{ project_id: admin.project?.id, interview_id: made.id }]);
  });

  it('is listed with those of all projects, by project and id, once it is completed', async () => {
    const [one, two, open] = [await assigned({}), await assigned({}), await assigned({})];
    await complete(one);
    await complete(two);
    const seen: CompletedInterview[] = [];
    const first = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { project_id = first, interview_id = first } = seen.at(-1) ?? {};
      const place = { after_project: project_id, after_interview: interview_id, limit: 1 };
      const page = await running.call(interviewSummaries.calls.after, place, null);
      if (page.length === 0) break;
      seen.push(...page);
    }
    const keys = seen.map(({ project_id, interview_id }) => `${project_id} ${interview_id}`);
    expect(keys).toEqual([...new Set(keys)].sort());
    const ids = seen.map(({ interview_id }) => interview_id);
    expect(ids).toEqual(expect.arrayContaining([one.id, two.id]));
    expect(ids).not.toContain(open.id);
  });

  it('is for services alone', async () => {
    const { id: interview_id } = await assigned({});
    const request = { project_id: admin.project?.id ?? '', interview_id };
    const asked = running.bus.client.call(interviewSummaries.calls.read, request, aCall(admin));
    expect(await faultOf(asked)).toMatchObject({ kind: 'forbidden' });
  });

  it('is out of date when the invited person joins after the completion', async () => {
    const email = `${randomUUID()}@example.test`;
    const user_id = randomUUID();
    const invited = { assignee_ids: [], invite_emails: [email] };
    const [made, waiting] = [await assigned(invited), await assigned(invited)];
    await running.call(interviewMessages.calls.complete, { interview_id: made.id }, admin);
    const before = await summaryOf(made);
    expect(before.assigned_to).toBeNull();
    await new InterviewWork(running, admin).join(user_id, email);
    expect(await updates()).toEqual([{ project_id: admin.project?.id, interview_id: made.id }]);
    const after = await summaryOf(made);
    expect(after.assigned_to).toBe(user_id);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await faultOf(summaryOf(waiting))).toMatchObject({ kind: 'invalid' });
  });

  it('is announced by the migration for each interview that is completed already', async () => {
    const [made] = [await assigned({}), await assigned({})];
    await complete(made);
    const owner = await openAsOwner(running.service.database.options);
    const runner = owner.manager.connection.createQueryRunner();
    await new AnnounceCompletedInterviews1797130000000().up(runner);
    await runner.release();
    await owner.close();
    expect(await updates()).toEqual([{ project_id: admin.project?.id, interview_id: made.id }]);
  });
});

describe('what a version shows of an interview', () => {
  it('is its type and name, whatever its status, and nothing of another project', async () => {
    const { id: interview_id } = await assigned({});
    const describeIn = (project_id = admin.project?.id) =>
      running.call(interviewNotes.calls.describe, { project_id, interview_id }, null);
    expect(await describeIn()).toEqual({ type: 'interview', name: 'Sales' });
    expect(await faultOf(describeIn(randomUUID()))).toMatchObject({ kind: 'not_found' });
  });
});

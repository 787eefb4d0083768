import { randomUUID } from 'node:crypto';
import { type Caller, type Interview, type MemberJoined, emailChanged, memberJoined } from '@pks/contracts';
import { EmailChanges, inProject, within } from '@pks/platform';
import { Joining } from '../src/assignment/joining.ts';
import { InterviewReminders } from '../src/reminders/interview-reminders.ts';
import { InterviewSending } from '../src/reminders/sending.ts';
import type { RunningInterviews } from './running-interviews.ts';

export const DAY_MS = 24 * 60 * 60_000;

/** Triggers the work that the interviews service does by itself in a caller's project. */
export class InterviewWork {
  private readonly projectId: string;

  constructor(
    private readonly running: RunningInterviews,
    { project }: Caller,
  ) {
    this.projectId = project?.id ?? '';
  }

  /** When the jobs of an interview are due, in days from now. */
  async waiting(interviewId: string): Promise<readonly number[]> {
    const rows = await this.running.session.rows(
      `SELECT start_after FROM interviews_jobs.job
        WHERE data->>'interview_id' = $1 AND state = 'created' ORDER BY start_after`,
      [interviewId],
    );
    const days = (row: object): number =>
      Math.round((new Date((row as { start_after: string }).start_after).getTime() - Date.now()) / DAY_MS);
    return rows.map(days);
  }

  /** Carries a job out as if it were due; calling it again repeats the job, as after a crash. */
  async due(interview: Pick<Interview, 'id'>, worker: 'sending' | 'reminder', number = 1): Promise<void> {
    const job = { id: randomUUID(), attempt: 1, signal: new AbortController().signal };
    const payload = { project_id: this.projectId, interview_id: interview.id, number };
    await inProject(this.projectId, () =>
      worker === 'sending'
        ? this.running.get(InterviewSending).work({ ...job, payload })
        : this.running.get(InterviewReminders).work({ ...job, payload }),
    );
  }

  /** Delivers the event that someone joined the project, just now unless specified otherwise. */
  join(user_id: string, email: string, fields: Partial<MemberJoined> = {}): Promise<void> {
    const { subject, payload } = memberJoined.of({
      project_id: this.projectId,
      project_user_id: randomUUID(),
      user_id,
      email,
      permissions: ['CAN_VIEW_DATA'],
      profile: 'contributor',
      joined_at: new Date().toISOString(),
      added_by: null,
      ...fields,
    });
    const event = { id: randomUUID(), subject, payload, occurredAt: new Date(), requestId: 'request' };
    const call = { requestId: 'request', deadline: Date.now() + 10_000, caller: null };
    const consume = () => this.running.get(Joining).consume(event, this.running.once);
    return within(call, () => inProject(this.projectId, consume));
  }

  /** Delivers the event that a user's e-mail changed at this time. */
  changeEmail(user_id: string, email: string, changed_at: string): Promise<void> {
    const { subject, payload } = emailChanged.of({ user_id, email, changed_at });
    const event = {
      id: randomUUID(),
      subject,
      payload,
      occurredAt: new Date(changed_at),
      requestId: 'request',
    };
    return this.running.get(EmailChanges).consume(event, this.running.once);
  }
}

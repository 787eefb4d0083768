import { InProject, Integer, Uuid } from '@pks/contracts';
import { type NewJob, job } from '@pks/platform';
import type { Interview } from '../interviews/interview.entity.ts';

/** The interview that a job is about. */
export class InterviewJob extends InProject {
  @Uuid()
  readonly interview_id!: string;
}

/** One reminder of an interview. */
export class ReminderJob extends InterviewJob {
  /** Its number in the interview's schedule, from 1. */
  @Integer({ min: 1 })
  readonly number!: number;
}

/** Sends an interview: at a time, or once the invited address is looked up. */
export const interviewSending = job('interview-sending', InterviewJob);

/** Sends a reminder of an interview. */
export const interviewReminder = job('interview-reminder', ReminderJob);

/** The job that sends an interview, once. */
export function sendingOf({ projectId, id }: Interview, at: Date | null): NewJob<InterviewJob> {
  const payload = { project_id: projectId, interview_id: id };
  return { payload, key: id, ...(at === null ? {} : { startAfter: at }) };
}

/** The job of the next reminder of an interview; empty if no more will be due. */
export function remindersOf(interview: Interview, now: Date): readonly NewJob<ReminderJob>[] {
  const startAfter = interview.nextReminderAt(now);
  if (startAfter === null) return [];
  const { projectId: project_id, id: interview_id } = interview;
  const number = interview.remindersSent + 1;
  return [{ payload: { project_id, interview_id, number }, key: `${interview_id} ${number}`, startAfter }];
}

import {
  Clock,
  Database,
  type Job,
  Jobs,
  Outbox,
  ParticipantsRepository,
  type Worker,
  Works,
} from '@pks/platform';
import { reminderDue } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { interviewReminder, remindersOf } from './interview-jobs.ts';
import { PresentAssignees } from './present-assignees.ts';

/** Sends the reminders of interviews, each once: the transaction that sends a reminder checks whether it is still wanted. */
@Works(interviewReminder)
export class InterviewReminders implements Worker<typeof interviewReminder> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly present: PresentAssignees,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks up the assignee first, so that no transaction waits for the identity service. If they have left, or may not view the
   * project, the reminder is skipped. The transaction adds the job of the next reminder, so that there is a job exactly as long
   * as more reminders are to come.
   */
  async work({
    id: requestId,
    payload: { project_id, interview_id, number },
  }: Job<typeof interviewReminder>): Promise<void> {
    const interview = await this.interviews.find(project_id, interview_id);
    if (!interview?.expectsReminder(number, this.clock.now())) return;
    const isPresent = (await this.present.forJob(interview, requestId)) !== undefined;
    await this.database.transaction(async () => {
      const locked = await this.interviews.lockIfAny(project_id, interview_id);
      const now = this.clock.now();
      if (!locked?.expectsReminder(number, now)) return;
      locked.remind(now);
      await this.interviews.store(locked);
      if (isPresent) await this.send(locked);
      await this.jobs.addAll(interviewReminder, remindersOf(locked, now));
    });
  }

  private async send(interview: Interview): Promise<void> {
    const email = await this.participants.emailOf(interview.projectId, interview.assignedToId ?? '');
    await this.outbox.add([reminderDue(interview, email)]);
  }
}

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
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { interviewReminder, remindersOf } from './interview-jobs.ts';

/** Sends the reminders of interviews, each once: whether it is still wanted is looked at in the transaction that sends it. */
@Works(interviewReminder)
export class InterviewReminders implements Worker<typeof interviewReminder> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The transaction adds the job of the next reminder, so that there is one exactly while more are to come. */
  async work({
    payload: { project_id, interview_id, number },
  }: Job<typeof interviewReminder>): Promise<void> {
    await this.database.transaction(async () => {
      const interview = await this.interviews.find(project_id, interview_id);
      const now = this.clock.now();
      if (!interview?.assignedToId || interview.remindersSent !== number - 1) return;
      if (interview.nextReminderAt(now) === null) return;
      interview.remind(now);
      await this.interviews.store(interview);
      const email = await this.participants.emailOf(project_id, interview.assignedToId);
      await this.outbox.add([reminderDue(interview, email)]);
      await this.jobs.addAll(interviewReminder, remindersOf(interview, now));
    });
  }
}

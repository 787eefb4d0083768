import { Database, type Job, ParticipantsRepository, type Worker, Works } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { Delivery } from './delivery.ts';
import { interviewSending } from './interview-jobs.ts';
import { PresentAssignees } from './present-assignees.ts';

/** Sends interviews at their time, once each; invites those who are no members. */
@Works(interviewSending)
export class InterviewSending implements Worker<typeof interviewSending> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly delivery: Delivery,
    private readonly present: PresentAssignees,
    private readonly database: Database,
  ) {}

  /**
   * The assignee is looked up first, so that no transaction waits for the identity service. Whoever has left, or may not view the
   * project, is told nothing: the interview stays unsent until they join again, or an admin sends it.
   */
  async work({
    id: requestId,
    payload: { project_id, interview_id },
  }: Job<typeof interviewSending>): Promise<void> {
    const interview = await this.interviews.find(project_id, interview_id);
    if (!interview || interview.sentAt) return;
    const member = await this.present.forJob(interview, requestId);
    if (!member && interview.assignedToId) return;
    await this.database.transaction(async () => {
      if (member) await this.participants.keep(project_id, member);
      const locked = await this.interviews.lockIfAny(project_id, interview_id);
      if (locked && !locked.sentAt && locked.status !== 'completed')
        await this.delivery.deliverTo(locked, member);
    });
  }
}

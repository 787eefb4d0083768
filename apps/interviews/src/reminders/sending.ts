import { Database, type Job, ParticipantsRepository, type Worker, Works } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { Delivery } from './delivery.ts';
import { interviewSending } from './interview-jobs.ts';
import { PresentAssignees } from './present-assignees.ts';

/** Sends each interview once, at its time; invites assignees who are not members. */
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
   * Looks up the assignee first, so that no transaction waits for the identity service. If they have left, or may not view the
   * project, the interview stays unsent until they join again, or someone sends it by hand.
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

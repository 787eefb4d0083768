import type { DomainEvent, Interviewee } from '@pks/contracts';
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
import { assigned, invited } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { interviewReminder, interviewSending, remindersOf } from './interview-jobs.ts';
import { PresentAssignees } from './present-assignees.ts';

/** Sends interviews at their time, once each; invites those who are no members. */
@Works(interviewSending)
export class InterviewSending implements Worker<typeof interviewSending> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly present: PresentAssignees,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The assignee is looked up first, so that no transaction waits for the identity service. Whoever has left, or may not view the project, is told nothing. */
  async work({
    id: requestId,
    payload: { project_id, interview_id },
  }: Job<typeof interviewSending>): Promise<void> {
    const interview = await this.interviews.read(project_id, interview_id);
    if (!interview || interview.sentAt) return;
    const member = await this.present.forJob(interview, requestId);
    if (!member && interview.assignedToId) return;
    await this.database.transaction(async () => {
      if (member) await this.participants.keep(project_id, member);
      const locked = await this.interviews.find(project_id, interview_id);
      if (locked && !locked.sentAt && locked.status !== 'completed') await this.send(locked, member);
    });
  }

  private async send(interview: Interview, member: Interviewee | undefined): Promise<void> {
    const now = this.clock.now();
    if (member && interview.inviteEmail) interview.settle(member.user_id, now);
    interview.send(now);
    await this.interviews.store(interview);
    await this.outbox.add([await this.news(interview)]);
    await this.jobs.addAll(interviewReminder, remindersOf(interview, now));
  }

  /** Someone who joined since they were looked up is a participant, too. */
  private async news(interview: Interview): Promise<DomainEvent> {
    const { projectId, assignedToId } = interview;
    if (assignedToId === null) return invited(interview);
    return assigned(interview, await this.participants.emailOf(projectId, assignedToId));
  }
}

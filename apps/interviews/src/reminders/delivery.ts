import { Injectable } from '@nestjs/common';
import type { DomainEvent, Interviewee } from '@pks/contracts';
import { Clock, Jobs, Outbox, ParticipantsRepository } from '@pks/platform';
import { assigned, invited } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { interviewReminder, remindersOf } from './interview-jobs.ts';

/** Sends locked interviews, within a transaction. */
@Injectable()
export class Delivery {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Stores the interview as sent, with the event by which its assignee is notified or invited, if they are, and the job of the first reminder. */
  async deliver(interview: Interview, { isNotified = true } = {}): Promise<void> {
    const now = this.clock.now();
    interview.send(now);
    await this.interviews.store(interview);
    if (isNotified) await this.outbox.add([await this.notification(interview)]);
    await this.jobs.addAll(interviewReminder, remindersOf(interview, now));
  }

  /** Delivers the interview; if the invited person is a member and a participant by now, first assigns it to them. */
  async deliverTo(interview: Interview, member: Interviewee | undefined): Promise<void> {
    if (member && interview.inviteEmail) interview.settle(member.user_id, this.clock.now());
    await this.deliver(interview);
  }

  private async notification(interview: Interview): Promise<DomainEvent> {
    const { projectId, assignedToId } = interview;
    if (assignedToId === null) return invited(interview);
    return assigned(interview, await this.participants.emailOf(projectId, assignedToId));
  }
}

import { Injectable } from '@nestjs/common';
import type {
  Caller,
  InterviewReference,
  Interviewee,
  ReminderSent,
  RemindersStopped,
  StopRemindersByToken,
} from '@pks/contracts';
import {
  Clock,
  Database,
  NotFound,
  NotPossible,
  Outbox,
  ParticipantsRepository,
  inProject,
} from '@pks/platform';
import { reminderDue } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { NO_INTERVIEWEE } from '../interviews/no-interviewee.ts';
import { Delivery } from './delivery.ts';
import { PresentAssignees, mayTake } from './present-assignees.ts';
import { StopTokens } from './stop-tokens.ts';

const LEFT = 'The assignee is no longer an active member of the project.';
const MAY_NOT_VIEW = 'The assignee may not view the project.';

/** The reminders of an interview, as admins, its assigner and whoever got one change them (api.md Interviews, decisions 6). */
@Injectable()
export class RemindersService {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokens: StopTokens,
    private readonly present: PresentAssignees,
    private readonly delivery: Delivery,
  ) {}

  /** For ever; a reminder by hand stays possible. @throws NotPossible without a schedule. */
  async stop({ project_id, interview_id }: InterviewReference, caller: Caller): Promise<RemindersStopped> {
    await this.database.transaction(async () => {
      const interview = await this.interviews.lock(project_id, interview_id);
      interview.assertManagedBy(caller);
      interview.stopReminders(this.clock.now());
      await this.interviews.store(interview);
    });
    return { status: 'reminders_stopped' };
  }

  /**
   * The same for whoever has a reminder, whose token names the project. Again, without a schedule, or when the interview is
   * deleted, it changes nothing. @throws NotFound for any other token
   */
  async stopByToken(request: StopRemindersByToken): Promise<RemindersStopped> {
    this.tokens.assertRight(request);
    const { project_id, interview_id } = request;
    await inProject(project_id, () =>
      this.database.transaction(async () => {
        const interview = await this.interviews.lockIfAny(project_id, interview_id);
        if (!interview?.hasReminders) return;
        interview.stopReminders(this.clock.now());
        await this.interviews.store(interview);
      }),
    );
    return { status: 'reminders_stopped' };
  }

  /**
   * The member who has the address to whose owner the interview was sent, where there is one. Whoever has left, or may not view the
   * project, is not reminded. Called before `send`, outside of its transaction, and refuses whom and what `send` refuses. @throws NotPossible
   */
  async assertAssigneePresent(
    { project_id, interview_id }: InterviewReference,
    caller: Caller,
  ): Promise<Interviewee | undefined> {
    const interview = await this.interviews.find(project_id, interview_id);
    if (!interview) throw new NotFound();
    interview.assertManagedBy(caller);
    interview.assertRemindable(this.clock.now());
    const member = await this.present.of(interview);
    if (!member) {
      interview.assertAssigned();
      throw new NotPossible(LEFT);
    }
    if (!mayTake(member)) throw new NotPossible(MAY_NOT_VIEW);
    if (interview.inviteEmail === null) return undefined;
    if (!member.is_interviewable) throw new NotPossible(NO_INTERVIEWEE);
    return member;
  }

  /**
   * Sends a reminder now, whatever the schedule, or the interview itself, where the assignee was away at its time, or a member
   * has the address that was invited by now. @throws NotPossible when there is nobody to remind; Throttled within a minute of the last one.
   */
  async send(
    { project_id, interview_id }: InterviewReference,
    caller: Caller,
    member: Interviewee | undefined,
  ): Promise<ReminderSent> {
    await this.database.transaction(async () => {
      if (member) await this.participants.keep(project_id, member);
      const interview = await this.interviews.lock(project_id, interview_id);
      interview.assertManagedBy(caller);
      const now = this.clock.now();
      interview.assertRemindable(now);
      const isInvited = interview.inviteEmail !== null && member !== undefined;
      if (isInvited || interview.isOverdue(now)) {
        interview.remindBySending(now);
        await this.delivery.deliverTo(interview, member);
      } else await this.remind(interview, now);
    });
    return { status: 'reminder_sent' };
  }

  private async remind(interview: Interview, now: Date): Promise<void> {
    interview.remindByHand(now);
    await this.interviews.store(interview);
    const email = await this.participants.emailOf(interview.projectId, interview.assignedToId ?? '');
    await this.outbox.add([reminderDue(interview, email, { byHand: true })]);
  }
}

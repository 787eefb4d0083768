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

/** Stops and sends reminders for admins and assigners, and stops them for recipients (api.md Interviews, decisions 6). */
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

  /** Stops the schedule's reminders for ever; reminders by hand stay possible. @throws NotPossible without a schedule. */
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
   * Stops reminders for whoever has the token from one, in the project of the request. Changes nothing if they are stopped already,
   * there is no schedule, or the interview was deleted. @throws NotFound for a wrong token.
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
   * The member who has the invited address by now; undefined if the interview is assigned to a member. Called before `send`, outside
   * its transaction, with the same refusals. @throws NotPossible also if the assignee has left, or may not view the project.
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
   * Sends a reminder now, whatever the schedule; or the interview itself, if it was not sent when due, or a member has the
   * invited address by now. @throws NotPossible when there is nobody to remind; Throttled within a minute of the last reminder.
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

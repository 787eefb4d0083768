import { Injectable } from '@nestjs/common';
import { type Caller, timeOf } from '@pks/contracts';
import { Clock, Jobs, Outbox, ParticipantsRepository } from '@pks/platform';
import { Openings } from '../conversation/openings.ts';
import { assigned } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { interviewReminder, interviewSending, remindersOf, sendingOf } from '../reminders/interview-jobs.ts';
import type { Assignee } from './assignees.ts';

/** Stores new interviews together with the events and jobs by which their assignees are notified, now or later. */
@Injectable()
export class NewInterviews {
  constructor(
    private readonly openings: Openings,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Stores the caller and the assignees who are members as participants. */
  keepParticipants(projectId: string, caller: Caller, assignees: readonly Assignee[]): Promise<void> {
    const members = assignees.flatMap(({ userId, email }) =>
      userId === null ? [] : [{ user_id: userId, email }],
    );
    return this.participants.keep(projectId, caller, ...members);
  }

  /** Inserts the interviews with their first questions. Members are notified now, others by a job; before a scheduled time, all are by jobs. */
  async insert(
    interviews: readonly Interview[],
    assignees: readonly Assignee[],
    scheduled: string | null,
  ): Promise<void> {
    const now = this.clock.now();
    const at = scheduled === null ? now : timeOf(scheduled);
    const isLater = at > now;
    const sent = interviews.filter(({ assignedToId }) => !isLater && assignedToId !== null);
    for (const interview of sent) interview.send(now);
    await this.openings.insert(interviews);
    const emailOf = new Map(assignees.map(({ userId, email }) => [userId, email]));
    await this.outbox.add(sent.map((one) => assigned(one, emailOf.get(one.assignedToId) ?? '')));
    const unsent = interviews.filter((interview) => !sent.includes(interview));
    const reminders = sent.flatMap((interview) => remindersOf(interview, now));
    await this.jobs.addAll(
      interviewSending,
      unsent.map((one) => sendingOf(one, isLater ? at : null)),
    );
    await this.jobs.addAll(interviewReminder, reminders);
  }
}

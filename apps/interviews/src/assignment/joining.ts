import { type MemberJoined, mayView, memberJoined, timeOf } from '@pks/contracts';
import {
  Clock,
  type Consumer,
  Consumes,
  Database,
  type KnownUser,
  type Occurred,
  type Once,
  Outbox,
  ParticipantsRepository,
} from '@pks/platform';
import { updated } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { Delivery } from '../reminders/delivery.ts';
import { PresentAssignees } from '../reminders/present-assignees.ts';

/** The most interviews that a transaction settles or delivers. */
const BATCH = 100;

/** Who has joined which project, with their permissions there. */
type Joined = Pick<MemberJoined, 'project_id' | 'user_id' | 'email' | 'permissions'>;

/** Who has joined, with the e-mail that they had at a time. */
interface Named {
  readonly user: KnownUser;
  readonly at: Date;
}

/** Gives people who join a project the interviews that wait for their address, and those that came due while they were not members. */
@Consumes('joining', memberJoined)
export class Joining implements Consumer<typeof memberJoined> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly delivery: Delivery,
    private readonly present: PresentAssignees,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Handles a bounded number of interviews at a time; a redelivery continues where the last attempt stopped. */
  async consume({ payload }: Occurred<typeof memberJoined>, once: Once): Promise<void> {
    const named = await this.named(payload);
    while ((await this.settleSome(payload, named)) === BATCH);
    while ((await this.deliverSome(payload)) === BATCH);
    await once(async () => void (await this.settleSome(payload, named)));
  }

  /** Looks up their current e-mail: it may have changed since they joined, and the change may have been handled before they were a participant. */
  private async named(joined: MemberJoined): Promise<Named> {
    const { project_id, user_id, email, joined_at } = joined;
    const now = this.clock.now();
    const isInvited = await this.interviews.isInvited(project_id, email);
    const member = isInvited ? await this.present.member(project_id, user_id) : undefined;
    return member ? { user: member, at: now } : { user: joined, at: timeOf(joined_at) };
  }

  private deliverSome({ project_id, user_id, permissions }: Joined): Promise<number> {
    return this.database.transaction(async () => {
      if (!mayView(permissions)) return 0;
      const now = this.clock.now();
      const overdue = await this.interviews.lockOverdue(project_id, user_id, now, BATCH);
      for (const interview of overdue) await this.delivery.deliver(interview);
      return overdue.length;
    });
  }

  private settleSome(joined: Joined, { user, at }: Named): Promise<number> {
    const { project_id, email } = joined;
    return this.database.transaction(async () => {
      if (!(await this.interviews.isInvited(project_id, email))) return 0;
      await this.participants.keepAsOf(at, project_id, user);
      const waiting = await this.interviews.lockInvited(project_id, email, BATCH);
      for (const interview of waiting) await this.settle(interview, joined);
      return waiting.length;
    });
  }

  /**
   * An interview that is not due yet is sent by its job. The member is notified now of any other that is not completed, unless
   * they may not view the project yet: then only reminders reach them, once they may. They can find a completed one from now on.
   */
  async settle(interview: Interview, { user_id, permissions }: Joined): Promise<void> {
    interview.settle(user_id, this.clock.now());
    const isCompleted = interview.status === 'completed';
    if (interview.sentAt !== null && !isCompleted)
      return this.delivery.deliver(interview, { isNotified: mayView(permissions) });
    await this.interviews.store(interview);
    if (isCompleted) await this.outbox.add([updated(interview)]);
  }
}

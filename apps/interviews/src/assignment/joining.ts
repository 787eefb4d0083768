import { type MemberJoined, mayView, memberJoined } from '@pks/contracts';
import {
  Clock,
  type Consumer,
  Consumes,
  Database,
  type Occurred,
  type Once,
  Outbox,
  ParticipantsRepository,
} from '@pks/platform';
import { updated } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { Delivery } from '../reminders/delivery.ts';

/** A transaction settles at most this many interviews. */
const BATCH = 100;

/** Who has joined which project, and what they may do there. */
type Joined = Pick<MemberJoined, 'project_id' | 'user_id' | 'email' | 'permissions'>;

/** Gives people who join a project the interviews that wait for their address, and those that were to be sent to them while they were away. */
@Consumes('joining', memberJoined)
export class Joining implements Consumer<typeof memberJoined> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly delivery: Delivery,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A bounded number at a time; a redelivery continues where the last attempt stopped. */
  async consume({ payload }: Occurred<typeof memberJoined>, once: Once): Promise<void> {
    while ((await this.settleSome(payload)) === BATCH);
    while ((await this.deliverSome(payload)) === BATCH);
    await once(async () => void (await this.settleSome(payload)));
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

  private settleSome(joined: Joined): Promise<number> {
    const { project_id, email } = joined;
    return this.database.transaction(async () => {
      if (!(await this.interviews.isInvited(project_id, email))) return 0;
      await this.participants.keep(project_id, joined);
      const waiting = await this.interviews.lockInvited(project_id, email, BATCH);
      for (const interview of waiting) await this.settle(interview, joined);
      return waiting.length;
    });
  }

  /**
   * One whose time has not come is sent by its job. Of any other that is not completed, they are told now, unless they may not
   * view the project yet: then only reminders reach them, once they may. A completed one can be found by them from now on.
   */
  async settle(interview: Interview, { user_id, permissions }: Joined): Promise<void> {
    interview.settle(user_id, this.clock.now());
    const isCompleted = interview.status === 'completed';
    if (interview.sentAt !== null && !isCompleted)
      return this.delivery.deliver(interview, { isTold: mayView(permissions) });
    await this.interviews.store(interview);
    if (isCompleted) await this.outbox.add([updated(interview)]);
  }
}

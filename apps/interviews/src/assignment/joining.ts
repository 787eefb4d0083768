import { type MemberJoined, mayView, memberJoined } from '@pks/contracts';
import {
  Clock,
  type Consumer,
  Consumes,
  Database,
  Jobs,
  type Occurred,
  type Once,
  Outbox,
  ParticipantsRepository,
} from '@pks/platform';
import { assigned, updated } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { interviewReminder, remindersOf } from '../reminders/interview-jobs.ts';

/** A transaction settles at most this many interviews. */
const BATCH = 100;

/** Who has joined which project, and what they may do there. */
type Joined = Pick<MemberJoined, 'project_id' | 'user_id' | 'email' | 'permissions'>;

/** Gives people who join a project the interviews that wait for their address. */
@Consumes('joining', memberJoined)
export class Joining implements Consumer<typeof memberJoined> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A bounded number at a time; a redelivery continues where the last attempt stopped. */
  async consume({ payload }: Occurred<typeof memberJoined>, once: Once): Promise<void> {
    while ((await this.settleSome(payload)) === BATCH);
    await once(async () => void (await this.settleSome(payload)));
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
   * One whose time has not come is sent by its job. Of any other that is not completed, they are told now; where they may not view
   * the project yet, they are only reminded once they may. A completed one can be found by them from now on.
   */
  async settle(interview: Interview, { user_id, email, permissions }: Joined): Promise<void> {
    const now = this.clock.now();
    interview.settle(user_id, now);
    const isCompleted = interview.status === 'completed';
    const isSent = interview.sentAt !== null && !isCompleted;
    if (isSent) interview.send(now);
    await this.interviews.store(interview);
    if (isCompleted) await this.outbox.add([updated(interview)]);
    if (!isSent) return;
    if (mayView(permissions)) await this.outbox.add([assigned(interview, email)]);
    await this.jobs.addAll(interviewReminder, remindersOf(interview, now));
  }
}

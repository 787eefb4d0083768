import { type InterviewInviteNow, type ReadInterviewInvite, interviewInvites } from '@pks/contracts';
import type { TestBus } from '@pks/testing';

/** Answers for the interviews service: whose invites are still wanted. */
export class InterviewsStandIn {
  /** The interviews that were deleted. */
  readonly deleted = new Set<string>();
  private leave: () => void = () => undefined;

  private constructor(private readonly bus: TestBus) {}

  static async on(bus: TestBus): Promise<InterviewsStandIn> {
    const standIn = new InterviewsStandIn(bus);
    await standIn.comeBack();
    return standIn;
  }

  /** Stops answering. */
  async goAway(): Promise<void> {
    this.leave();
    await this.bus.connection.flush();
  }

  async comeBack(): Promise<void> {
    const { connection } = this.bus;
    const subscription = await connection.subscribe(interviewInvites.calls.read.subject, (message) => {
      message.respond(JSON.stringify(this.invite(message.json<ReadInterviewInvite>())));
    });
    this.leave = () => subscription.unsubscribe();
    await connection.flush();
  }

  private invite({ interview_id }: ReadInterviewInvite): InterviewInviteNow {
    return { is_wanted: !this.deleted.has(interview_id) };
  }
}

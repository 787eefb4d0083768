import { type ReadInterviewInvite, interviewInvites } from '@pks/contracts';
import { type Answering, DepartingStandIn, type TestBus } from '@pks/testing';

/** Answers for the interviews service whether an interview still needs an invite. */
export class InterviewsStandIn extends DepartingStandIn {
  /** The interviews that were deleted. */
  readonly deleted = new Set<string>();

  static async on(bus: TestBus): Promise<InterviewsStandIn> {
    const standIn = new InterviewsStandIn(bus);
    await standIn.comeBack();
    return standIn;
  }

  protected answering(): Answering {
    const isWanted = ({ interview_id }: ReadInterviewInvite) => ({
      is_wanted: !this.deleted.has(interview_id),
    });
    return Promise.all([this.answer(interviewInvites.calls.read.subject, isWanted)]);
  }
}

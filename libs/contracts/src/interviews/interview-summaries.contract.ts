import { contract, list, rpc, service } from '../kit/contract.ts';
import { Integer, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** The summary of a completed interview, and who may see it beside the admins. */
export class SummarizedInterview {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words({ description: 'On one line, shortened; empty for an import, and where the name says the same.' })
  readonly topic!: string;

  @Words({ description: 'With the answers that were remembered and are not in it.' })
  readonly summary!: string;

  @Uuid()
  readonly created_by!: string;

  @Uuid({ nullable: true, description: 'Null for an import, and while the invited person has not joined.' })
  readonly assigned_to!: string | null;

  @Timestamp()
  readonly updated_at!: string;
}

/** A place in the order of all interviews, by project and id, and the most completed interviews to return after it. */
export class InterviewsAfter {
  @Uuid()
  readonly after_project!: string;

  @Uuid()
  readonly after_interview!: string;

  @Integer({ min: 1, max: 1_000 })
  readonly limit!: number;
}

/** A completed interview of any project. */
export class CompletedInterview {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly interview_id!: string;
}

/** The summaries of completed interviews, for the service that searches them. */
export const interviewSummaries = contract('interviews.summaries', {
  /** Refused before the interview is completed. */
  read: rpc(InterviewReference).by(service('search')).returns(SummarizedInterview),
  /** The completed interviews of all projects, ordered by project and id. */
  after: rpc(InterviewsAfter).by(service('search')).returns(list(CompletedInterview)),
});

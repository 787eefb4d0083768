import { contract, rpc, service } from '../kit/contract.ts';
import { OneOf, Uuid, Words } from '../kit/fields.ts';
import { INTERVIEW_TYPES, type InterviewType } from './interview-views.ts';
import { InterviewReference } from './interviews.contract.ts';

/** A completed interview as a section of a document. */
export class InterviewReport {
  @Uuid({ description: 'Of the interview.' })
  readonly id!: string;

  @OneOf(INTERVIEW_TYPES)
  readonly type!: InterviewType;

  @Words()
  readonly name!: string;

  @Words({
    description: 'Markdown that begins with a heading of the second level and ends with a line break.',
  })
  readonly markdown!: string;
}

/** The completed interviews that write to the project's knowledge, for the service that stores it. */
export const interviewReports = contract('interviews.reports', {
  /** Refused for an interview whose `write_scope` is `local`, and before it is completed. */
  read: rpc(InterviewReference).by(service('knowledge')).returns(InterviewReport),
});

import { contract, rpc, service } from '../kit/contract.ts';
import { OneOf, Words } from '../kit/fields.ts';
import { INTERVIEW_TYPES, type InterviewType } from './interview-views.ts';
import { InterviewReference } from './interviews.contract.ts';

/** What a version that was made in an interview shows of that interview. */
export class InterviewNote {
  @OneOf(INTERVIEW_TYPES)
  readonly type!: InterviewType;

  @Words()
  readonly name!: string;
}

/** What other services show of interviews to admins of the project, whatever the status of the interview. */
export const interviewNotes = contract('interviews.notes', {
  describe: rpc(InterviewReference).by(service('knowledge')).returns(InterviewNote),
});

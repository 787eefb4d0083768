import { contract, rpc, service } from '../kit/contract.ts';
import { Email, Flag } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** Asks about the invite of the person who is to take an interview. */
export class ReadInterviewInvite extends InterviewReference {
  @Email()
  readonly email!: string;
}

/** Whether an invite that an interview called for is still needed. */
export class InterviewInviteNow {
  @Flag({
    description: 'False once the interview is completed, deleted, or of a member.',
  })
  readonly is_wanted!: boolean;
}

/** The invites that interviews call for, for the service that makes them, read when one is made. */
export const interviewInvites = contract('interviews.invites', {
  read: rpc(ReadInterviewInvite).by(service('identity')).returns(InterviewInviteNow),
});

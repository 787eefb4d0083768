import { contract, rpc, service } from '../kit/contract.ts';
import { Email, Flag } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** Asks whether an interview still needs its invite for the person who is to take it. */
export class ReadInterviewInvite extends InterviewReference {
  @Email()
  readonly email!: string;
}

/** Whether an interview still needs the invite that it requested. */
export class InterviewInviteNow {
  @Flag({
    description: 'False once the interview is completed, deleted, or of a member.',
  })
  readonly is_wanted!: boolean;
}

/**
 * The invites that interviews request, for the service that creates them; it reads an invite right before
 * creating it.
 */
export const interviewInvites = contract('interviews.invites', {
  read: rpc(ReadInterviewInvite).by(service('identity')).returns(InterviewInviteNow),
});

import { InviteIssued } from '@pks/contracts';
import { job } from '@pks/platform';

/** An e-mail about an invite: what is to be sent, without a word of what it will say. */
export const inviteMail = job('invite-mail', InviteIssued);

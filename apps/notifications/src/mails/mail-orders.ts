import { InviteIssued, inviteIssued } from '@pks/contracts';
import { type Consumer, Consumes, Jobs, type Occurred, type Once, job } from '@pks/platform';

/** An e-mail about an invite. The job identifies it; its content is requested when it is sent. */
export const inviteMail = job('invite-mail', InviteIssued);

/** Adds a job for each e-mail that an event requires: one per event and recipient. */
@Consumes('mails', inviteIssued)
export class MailOrders implements Consumer<typeof inviteIssued> {
  constructor(private readonly jobs: Jobs) {}

  consume({ id, payload }: Occurred<typeof inviteIssued>, once: Once): Promise<void> {
    return once(() => this.jobs.add(inviteMail, payload, { key: `${id} ${payload.email}` }));
  }
}

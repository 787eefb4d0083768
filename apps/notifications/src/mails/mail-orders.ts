import { inviteIssued } from '@pks/contracts';
import { type Consumer, Consumes, Jobs, type Occurred, type Once } from '@pks/platform';
import { inviteMail } from './invite-mail.ts';

/** Makes a job of each e-mail that an event asks for: one an event and recipient. */
@Consumes('mails', inviteIssued)
export class MailOrders implements Consumer<typeof inviteIssued> {
  constructor(private readonly jobs: Jobs) {}

  consume({ id, payload }: Occurred<typeof inviteIssued>, once: Once): Promise<void> {
    return once(() => this.jobs.add(inviteMail, payload, { key: `${id} ${payload.email}` }));
  }
}

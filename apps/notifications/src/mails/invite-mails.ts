import { letters } from '@pks/contracts';
import { type Job, type Worker, Works } from '@pks/platform';
import { InviteLetters } from './invite-letters.ts';
import { LetterSending, type MailOutcome, NOT_TRUE } from './letter-sending.ts';
import { inviteMail } from './mail-orders.ts';

/** Sends the e-mails about invites to projects. An outdated e-mail is not sent; others go to the address in the letter, or else in the event. */
@Works(inviteMail)
export class InviteMails implements Worker<typeof inviteMail> {
  constructor(
    private readonly sending: LetterSending,
    private readonly written: InviteLetters,
  ) {}

  get isPaused(): boolean {
    return this.sending.isPaused;
  }

  async work({ id, payload }: Job<typeof inviteMail>): Promise<MailOutcome> {
    const { email, ...reference } = payload;
    const { letter } = await this.sending.read(letters.calls.read, reference, id);
    return letter ? this.sending.send(id, letter.to ?? email, this.written.write(letter)) : NOT_TRUE;
  }
}

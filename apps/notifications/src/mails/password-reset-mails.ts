import { passwordResets } from '@pks/contracts';
import { type Job, type Worker, Works } from '@pks/platform';
import { LetterSending, type MailOutcome, NOT_TRUE } from './letter-sending.ts';
import { passwordResetMail } from './mail-orders.ts';
import { PasswordResetLetters } from './password-reset-letters.ts';

/** Sends the e-mails for resetting passwords. An outdated e-mail is not sent; others go to the address in the letter, or else in the event. */
@Works(passwordResetMail)
export class PasswordResetMails implements Worker<typeof passwordResetMail> {
  constructor(
    private readonly sending: LetterSending,
    private readonly written: PasswordResetLetters,
  ) {}

  get isPaused(): boolean {
    return this.sending.isPaused;
  }

  async work({ id, payload }: Job<typeof passwordResetMail>): Promise<MailOutcome> {
    const { email, ...reference } = payload;
    const { letter } = await this.sending.read(passwordResets.calls.letter, reference, id);
    return letter ? this.sending.send(id, letter.to ?? email, this.written.write(letter)) : NOT_TRUE;
  }
}

import { interviewLetters } from '@pks/contracts';
import { type Job, type Worker, Works } from '@pks/platform';
import { InterviewLetters } from './interview-letters.ts';
import { LetterSending, type MailOutcome, NOT_TRUE } from './letter-sending.ts';
import { interviewMail } from './mail-orders.ts';

/** Sends the e-mails about interviews. An outdated e-mail is not sent; one that waited goes to the recipient's present address. */
@Works(interviewMail)
export class InterviewMails implements Worker<typeof interviewMail> {
  constructor(
    private readonly sending: LetterSending,
    private readonly written: InterviewLetters,
  ) {}

  get isPaused(): boolean {
    return this.sending.isPaused;
  }

  async work({ id, payload }: Job<typeof interviewMail>): Promise<MailOutcome> {
    const { email, ...reference } = payload;
    const { letter } = await this.sending.read(interviewLetters.calls.read, reference, id);
    return letter ? this.sending.send(id, letter.to, this.written.write(reference, letter)) : NOT_TRUE;
  }
}

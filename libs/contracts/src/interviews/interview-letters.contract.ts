import { contract, rpc, secret, service } from '../kit/contract.ts';
import { Email, Flag, Nested, OneOf, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** The e-mails about an interview. */
export const INTERVIEW_LETTERS = ['assignment', 'reminder'] as const;
/** The purpose of one e-mail about an interview. */
export type InterviewLetterKind = (typeof INTERVIEW_LETTERS)[number];

/** Reads the content of an e-mail about an interview. */
export class ReadInterviewLetter extends InterviewReference {
  @OneOf(INTERVIEW_LETTERS)
  readonly kind!: InterviewLetterKind;

  /** The recipient: nobody but the current assignee gets a letter. */
  @Uuid()
  readonly assigned_to!: string;

  /** When the reminder was due: a reminder that a later one has replaced has no letter. */
  @Timestamp({ optional: true })
  readonly reminded_at?: string;

  /**
   * True when somebody sent the reminder: it has a letter even after the scheduled reminders were stopped.
   */
  @Flag({ optional: true })
  readonly by_hand?: boolean;
}

/** The content of an e-mail about an interview. */
export class InterviewLetter {
  /** The assignee's current e-mail. */
  @Email()
  readonly to!: string;

  @Words()
  readonly name!: string;

  @Words()
  readonly topic!: string;

  @Words()
  readonly assigned_by_email!: string;

  @Words({ description: 'Written by who assigned it; may be empty.' })
  readonly custom_message!: string;

  @Timestamp({ description: 'When it was sent to the assignee.' })
  readonly sent_at!: string;

  @Words({
    nullable: true,
    description: 'Of a reminder: stops the reminders of this interview without a login.',
  })
  readonly stop_reminders_token!: string | null;
}

/** The current content of an e-mail about an interview. */
export class InterviewLetterNow {
  @Nested(InterviewLetter, {
    nullable: true,
    description:
      'Null when the e-mail is out of date: the interview is completed or deleted, a later reminder is due, the reminders were stopped, or its assignee has left or may not view the project.',
  })
  readonly letter!: InterviewLetter | null;
}

/** The content of e-mails about interviews, for the service that sends them, read at the time of sending. */
export const interviewLetters = contract('interviews.letters', {
  read: secret(rpc(ReadInterviewLetter).by(service('notifications')).returns(InterviewLetterNow)),
});

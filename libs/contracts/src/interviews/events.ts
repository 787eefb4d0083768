import { event } from '../kit/event.ts';
import { Email, Flag, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** An event of an interview. */
class OfInterview extends InterviewReference {
  @Text({ max: 255 })
  readonly name!: string;
}

/**
 * An interview is sent to the user who is to take it: when it is assigned, at its `scheduled_send_at`, or when an invited
 * person has joined the project. They are notified, and get an e-mail.
 */
export class InterviewAssigned extends OfInterview {
  @Uuid()
  readonly assigned_to!: string;

  @Email()
  readonly assigned_to_email!: string;

  @Uuid()
  readonly assigned_by!: string;

  @Timestamp()
  readonly sent_at!: string;
}
/** Requests the notification and the e-mail to the assignee of an interview. */
export const interviewAssigned = event('interviews.event.interview-assigned', InterviewAssigned);

/** An interview is still to be taken: its assignee gets a reminder by e-mail. */
export class InterviewReminderDue extends OfInterview {
  @Uuid()
  readonly assigned_to!: string;

  @Email()
  readonly assigned_to_email!: string;

  /** When the reminder was due; absent from events of earlier releases. */
  @Timestamp({ optional: true })
  readonly reminded_at?: string;

  /** True when somebody sent the reminder; absent when the schedule did, and from events of earlier releases. */
  @Flag({ optional: true })
  readonly by_hand?: boolean;
}
/** Requests the e-mail that reminds the assignee of an interview. */
export const interviewReminderDue = event('interviews.event.interview-reminder-due', InterviewReminderDue);

/** Someone outside the project is to be interviewed: the identity service invites them as a contributor (decisions 6). */
export class IntervieweeInvited extends InterviewReference {
  @Email()
  readonly email!: string;

  @Uuid()
  readonly invited_by!: string;
}
/** Requests an invite to the project for the person to be interviewed. */
export const intervieweeInvited = event('interviews.event.interviewee-invited', IntervieweeInvited);

/** An interview was completed. */
export class InterviewCompleted extends OfInterview {
  @Uuid()
  readonly assigned_by!: string;

  /** The user who completed it: the assignee, or the admin who ended it. */
  @Uuid()
  readonly completed_by!: string;

  @Timestamp()
  readonly completed_at!: string;
}
/** Announces that an interview was completed, in the transaction that completes it. */
export const interviewCompleted = event('interviews.event.interview-completed', InterviewCompleted);

/**
 * Copies that other services keep of a completed interview are out of date: the invited person has joined the project and the
 * interview is now theirs, or it was completed before any service kept a copy.
 */
export class InterviewUpdated extends InterviewReference {}
/** Announces that copies of a completed interview are out of date. */
export const interviewUpdated = event('interviews.event.interview-updated', InterviewUpdated);

/** An interview was deleted. */
export class InterviewDeleted extends InterviewReference {}
/** Announces the deletion of an interview to services that keep a copy of it. */
export const interviewDeleted = event('interviews.event.interview-deleted', InterviewDeleted);

/** The transcript of an imported interview was read. The user who imported it is notified. */
export class InterviewImported extends OfInterview {
  @Uuid()
  readonly imported_by!: string;

  @Timestamp()
  readonly imported_at!: string;
}
/** Announces that the transcript of an imported interview was read. */
export const interviewImported = event('interviews.event.interview-imported', InterviewImported);

/** The transcript of an imported interview cannot be read. The user who imported it is notified. */
export class InterviewImportFailed extends OfInterview {
  @Uuid()
  readonly imported_by!: string;

  /** The reason, as a sentence. */
  @Text()
  readonly error!: string;

  @Timestamp()
  readonly failed_at!: string;
}
/** Announces that the transcript of an imported interview cannot be read. */
export const interviewImportFailed = event('interviews.event.interview-import-failed', InterviewImportFailed);

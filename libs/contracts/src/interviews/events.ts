import { event } from '../kit/event.ts';
import { Email, Flag, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** Something happened to an interview. */
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
/** Has the assignee of an interview notified, and the e-mail sent. */
export const interviewAssigned = event('interviews.event.interview-assigned', InterviewAssigned);

/** An interview waits to be taken, and its assignee has to be reminded by e-mail. */
export class InterviewReminderDue extends OfInterview {
  @Uuid()
  readonly assigned_to!: string;

  @Email()
  readonly assigned_to_email!: string;

  /** When; absent in events of an older version. */
  @Timestamp({ optional: true })
  readonly reminded_at?: string;

  /** Somebody sent it; absent where the schedule did, and in events of an older version. */
  @Flag({ optional: true })
  readonly by_hand?: boolean;
}
/** Has the reminder of an interview sent. */
export const interviewReminderDue = event('interviews.event.interview-reminder-due', InterviewReminderDue);

/** Someone outside the project is to be interviewed: they have to be invited as a contributor (decisions 6). */
export class IntervieweeInvited extends InterviewReference {
  @Email()
  readonly email!: string;

  @Uuid()
  readonly invited_by!: string;
}
/** Has somebody invited to the project who is to be interviewed. */
export const intervieweeInvited = event('interviews.event.interviewee-invited', IntervieweeInvited);

/** An interview was completed. */
export class InterviewCompleted extends OfInterview {
  @Uuid()
  readonly assigned_by!: string;

  /** The assignee, or the admin who ended it. */
  @Uuid()
  readonly completed_by!: string;

  @Timestamp()
  readonly completed_at!: string;
}
/** Announces that an interview was completed, in the transaction that completes it. */
export const interviewCompleted = event('interviews.event.interview-completed', InterviewCompleted);

/**
 * What other services have copied of a completed interview is out of date: the invited person has joined the project, so that
 * it is theirs now, or it was completed before others copied anything.
 */
export class InterviewUpdated extends InterviewReference {}
/** Announces that copies of a completed interview are out of date. */
export const interviewUpdated = event('interviews.event.interview-updated', InterviewUpdated);

/** An interview was deleted. */
export class InterviewDeleted extends InterviewReference {}
/** Announces that an interview is gone, to services that keep a copy of it. */
export const interviewDeleted = event('interviews.event.interview-deleted', InterviewDeleted);

/** The transcript of an imported interview was read. Who imported it is notified. */
export class InterviewImported extends OfInterview {
  @Uuid()
  readonly imported_by!: string;

  @Timestamp()
  readonly imported_at!: string;
}
/** Announces that the transcript of an imported interview was read. */
export const interviewImported = event('interviews.event.interview-imported', InterviewImported);

/** The transcript of an imported interview cannot be read. Who imported it is notified. */
export class InterviewImportFailed extends OfInterview {
  @Uuid()
  readonly imported_by!: string;

  /** A sentence. */
  @Text()
  readonly error!: string;

  @Timestamp()
  readonly failed_at!: string;
}
/** Announces that the transcript of an imported interview cannot be read. */
export const interviewImportFailed = event('interviews.event.interview-import-failed', InterviewImportFailed);

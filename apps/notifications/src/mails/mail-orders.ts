import {
  Email,
  InviteIssued,
  OrganizationInviteIssued,
  PasswordResetRequested,
  ReadInterviewLetter,
  interviewAssigned,
  interviewReminderDue,
  inviteIssued,
  organizationInviteIssued,
  passwordResetRequested,
} from '@pks/contracts';
import { type Consumer, Consumes, Jobs, type Occurred, type Once, job } from '@pks/platform';
import { MailTurns } from './mail-turns.ts';

/** An e-mail about an invite to a project. The job only identifies it: its content is requested when it is sent. */
export const inviteMail = job('invite-mail', InviteIssued);

/** An e-mail about an invite to an organization, which the job only identifies. */
export const organizationInviteMail = job('organization-invite-mail', OrganizationInviteIssued);

/** An e-mail for resetting a password, which the job only identifies. */
export const passwordResetMail = job('password-reset-mail', PasswordResetRequested);

/** Names an e-mail about an interview, and its recipient. */
export class InterviewMail extends ReadInterviewLetter {
  /** The recipient's address when the event happened; the e-mail goes to the address in the letter. */
  @Email()
  readonly email!: string;
}

/** An e-mail about an interview, which the job only identifies. */
export const interviewMail = job('interview-mail', InterviewMail);

/** Adds jobs for e-mails about invites to projects: one per event and recipient. */
@Consumes('mails', inviteIssued)
export class MailOrders implements Consumer<typeof inviteIssued> {
  constructor(
    private readonly jobs: Jobs,
    private readonly turns: MailTurns,
  ) {}

  consume({ id, payload }: Occurred<typeof inviteIssued>, once: Once): Promise<void> {
    return once(async () => {
      const turn = await this.turns.next(inviteMail, payload.project_id);
      await this.jobs.add(inviteMail, payload, { key: `${id} ${payload.email}`, ...turn });
    });
  }
}

/** Adds jobs for e-mails about invites to organizations: one per event and recipient. */
@Consumes('organization-mails', organizationInviteIssued)
export class OrganizationMailOrders implements Consumer<typeof organizationInviteIssued> {
  constructor(private readonly jobs: Jobs) {}

  consume({ id, payload }: Occurred<typeof organizationInviteIssued>, once: Once): Promise<void> {
    return once(() => this.jobs.add(organizationInviteMail, payload, { key: `${id} ${payload.email}` }));
  }
}

/** Adds jobs for e-mails for resetting passwords: one per event and recipient. */
@Consumes('password-reset-mails', passwordResetRequested)
export class PasswordResetMailOrders implements Consumer<typeof passwordResetRequested> {
  constructor(private readonly jobs: Jobs) {}

  consume({ id, payload }: Occurred<typeof passwordResetRequested>, once: Once): Promise<void> {
    return once(() => this.jobs.add(passwordResetMail, payload, { key: `${id} ${payload.email}` }));
  }
}

/** Adds jobs for e-mails about assigned interviews, and for their reminders: one per event and recipient. */
@Consumes('interview-mails', interviewAssigned, interviewReminderDue)
export class InterviewMailOrders implements Consumer<typeof interviewAssigned | typeof interviewReminderDue> {
  constructor(
    private readonly jobs: Jobs,
    private readonly turns: MailTurns,
  ) {}

  consume(
    { id, subject, payload }: Occurred<typeof interviewAssigned | typeof interviewReminderDue>,
    once: Once,
  ): Promise<void> {
    const { project_id, interview_id, assigned_to, assigned_to_email: email } = payload;
    const kind = subject === interviewAssigned.subject ? 'assignment' : 'reminder';
    const at = 'reminded_at' in payload ? { reminded_at: payload.reminded_at } : {};
    const byHand = 'by_hand' in payload ? { by_hand: payload.by_hand } : {};
    const mail = { project_id, interview_id, kind, assigned_to, email, ...at, ...byHand } as const;
    return once(async () => {
      const turn = await this.turns.nextTo(assigned_to, interviewMail, project_id);
      await this.jobs.add(interviewMail, mail, { key: `${id} ${email}`, ...turn });
    });
  }
}

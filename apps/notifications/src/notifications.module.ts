import { Module } from '@nestjs/common';
import { ProjectDeletions } from '@pks/platform';
import { AnnouncementsRepository } from './announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from './announcements/notification-projects.repository.ts';
import { AppLinks } from './mails/app-links.ts';
import { InterviewLetters } from './mails/interview-letters.ts';
import { InterviewMails } from './mails/interview-mails.ts';
import { InviteLetters } from './mails/invite-letters.ts';
import { InviteMails } from './mails/invite-mails.ts';
import { LetterSending } from './mails/letter-sending.ts';
import { MailLinesRepository } from './mails/mail-lines.repository.ts';
import {
  InterviewMailOrders,
  MailOrders,
  OrganizationMailOrders,
  PasswordResetMailOrders,
} from './mails/mail-orders.ts';
import { MailTurns } from './mails/mail-turns.ts';
import { Mailer } from './mails/mailer.ts';
import { OrganizationInviteMails } from './mails/organization-invite-mails.ts';
import { PasswordResetLetters } from './mails/password-reset-letters.ts';
import { PasswordResetMails } from './mails/password-reset-mails.ts';
import { SmtpMailer } from './mails/smtp-mailer.ts';
import { Audiences } from './makers/audiences.ts';
import { NotificationMaking } from './makers/notification-making.ts';
import { WaitedAssignments } from './makers/waited-assignments.ts';
import { NotificationChangesRepository } from './notifications/notification-changes.repository.ts';
import { NotificationChangesService } from './notifications/notification-changes.service.ts';
import { NotificationDeliveriesRepository } from './notifications/notification-deliveries.repository.ts';
import { NotificationInboxesRepository } from './notifications/notification-inboxes.repository.ts';
import { NotificationKeeping } from './notifications/notification-keeping.ts';
import { NotificationListsRepository } from './notifications/notification-lists.repository.ts';
import { NotificationNotices } from './notifications/notification-notices.ts';
import { NotificationsController } from './notifications/notifications.controller.ts';
import { NotificationsRepository } from './notifications/notifications.repository.ts';
import { NotificationsService } from './notifications/notifications.service.ts';
import { AnnouncementRetentionRepository } from './retention/announcement-retention.repository.ts';
import { RetentionRepository } from './retention/retention.repository.ts';
import { Retention } from './retention/retention.ts';

/** The parts of the notifications service. */
@Module({
  controllers: [
    InterviewMailOrders,
    MailOrders,
    NotificationMaking,
    NotificationsController,
    OrganizationMailOrders,
    PasswordResetMailOrders,
    ProjectDeletions,
  ],
  providers: [
    AnnouncementRetentionRepository,
    AnnouncementsRepository,
    AppLinks,
    Audiences,
    InterviewLetters,
    InterviewMails,
    InviteLetters,
    InviteMails,
    LetterSending,
    MailLinesRepository,
    MailTurns,
    { provide: Mailer, useClass: SmtpMailer },
    NotificationChangesRepository,
    NotificationChangesService,
    NotificationDeliveriesRepository,
    NotificationInboxesRepository,
    NotificationKeeping,
    NotificationListsRepository,
    NotificationNotices,
    NotificationProjectsRepository,
    NotificationsRepository,
    NotificationsService,
    OrganizationInviteMails,
    PasswordResetLetters,
    PasswordResetMails,
    Retention,
    RetentionRepository,
    WaitedAssignments,
  ],
})
export class NotificationsModule {}

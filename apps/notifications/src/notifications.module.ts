import { Module } from '@nestjs/common';
import { InviteLetters } from './mails/invite-letters.ts';
import { InviteMails } from './mails/invite-mails.ts';
import { MailOrders } from './mails/mail-orders.ts';
import { Mailer } from './mails/mailer.ts';
import { SmtpMailer } from './mails/smtp-mailer.ts';
import { NotificationMaking } from './makers/notification-making.ts';
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
import { RetentionRepository } from './retention/retention.repository.ts';
import { Retention } from './retention/retention.ts';

/** The parts of the notifications service. */
@Module({
  controllers: [MailOrders, NotificationMaking, NotificationsController],
  providers: [
    InviteLetters,
    InviteMails,
    { provide: Mailer, useClass: SmtpMailer },
    NotificationChangesRepository,
    NotificationChangesService,
    NotificationDeliveriesRepository,
    NotificationInboxesRepository,
    NotificationKeeping,
    NotificationListsRepository,
    NotificationNotices,
    NotificationsRepository,
    NotificationsService,
    Retention,
    RetentionRepository,
  ],
})
export class NotificationsModule {}

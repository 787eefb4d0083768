import { type DatabaseOptions, DeferredEvent, DeletedProject, InboxEntry } from '@pks/platform';
import { AnnouncementException } from './announcements/announcement-exception.entity.ts';
import { Announcement } from './announcements/announcement.entity.ts';
import { AudiencePeriod } from './announcements/audience-period.entity.ts';
import { NotificationProject } from './announcements/notification-project.entity.ts';
import { MailLine } from './mails/mail-line.entity.ts';
import { CreateInbox1795564800000 } from './migrations/1795564800000-create-inbox.ts';
import { CreateNotifications1795565000000 } from './migrations/1795565000000-create-notifications.ts';
import { SeparateProjects1796428800000 } from './migrations/1796428800000-separate-projects.ts';
import { BoundIdempotencyKeys1796601600000 } from './migrations/1796601600000-bound-idempotency-keys.ts';
import { AnnounceToProjects1797379200000 } from './migrations/1797379200000-announce-to-projects.ts';
import { IndexEndedPeriods1797465600000 } from './migrations/1797465600000-index-ended-periods.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { SeparateReadOnes1797638400000 } from './migrations/1797638400000-separate-read-ones.ts';
import { RelateKeys1798070400000 } from './migrations/1798070400000-relate-keys.ts';
import { OrderUnreadByAge1798588800000 } from './migrations/1798588800000-order-unread-by-age.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { TakeTurnsInMail1798675320000 } from './migrations/1798675320000-take-turns-in-mail.ts';
import { RememberWhenTurnsAreTaken1798761600000 } from './migrations/1798761600000-remember-when-turns-are-taken.ts';
import { NotificationDeletion } from './notifications/notification-deletion.entity.ts';
import { NotificationInbox } from './notifications/notification-inbox.entity.ts';
import { NotificationMark } from './notifications/notification-mark.entity.ts';
import { NotificationRecord } from './notifications/notification.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const notificationsSchema = {
  schema: 'notifications',
  entities: [
    InboxEntry,
    DeferredEvent,
    DeletedProject,
    NotificationInbox,
    NotificationRecord,
    NotificationMark,
    NotificationDeletion,
    NotificationProject,
    Announcement,
    AnnouncementException,
    AudiencePeriod,
    MailLine,
  ],
  migrations: [
    CreateInbox1795564800000,
    CreateNotifications1795565000000,
    SeparateProjects1796428800000,
    BoundIdempotencyKeys1796601600000,
    AnnounceToProjects1797379200000,
    IndexEndedPeriods1797465600000,
    DeleteProjects1797552000000,
    SeparateReadOnes1797638400000,
    RelateKeys1798070400000,
    OrderUnreadByAge1798588800000,
    SeparateDeferredEvents1798588860000,
    TakeTurnsInMail1798675320000,
    RememberWhenTurnsAreTaken1798761600000,
  ],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;

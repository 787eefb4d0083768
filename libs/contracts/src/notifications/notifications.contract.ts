import { contract, nothing, page, rpc } from '../kit/contract.ts';
import { Integer, ListOf, Nested, OneOf, Timestamp, Uuid, Uuids, Words } from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';

export const NOTIFICATION_STATUSES = ['unread', 'read'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** `admin`: visible to project admins alone; `viewer`: to every member. */
export const ACCESS_LEVELS = ['admin', 'viewer'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** What notifications are about (decisions 8). */
export const NOTIFICATION_TYPES = [
  'document_processed',
  'document_failed',
  'signal_submitted',
  'signal_closed',
  'interview_assigned',
  'interview_completed',
  'interview_import_completed',
  'interview_import_failed',
  'artifact_published',
  'member_joined',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Something that a reader of a notification can do. */
export class NotificationAction {
  @Words()
  readonly label!: string;

  @Words({ description: '`link`: `url` leads to the object.' })
  readonly type!: string;

  @Words({
    description: 'Where the object is in this API: a path that follows the base URL.',
    example: '/projects/018f0000-0000-7000-8000-000000000000/artifacts/churn/',
  })
  readonly url!: string;
}

export class NotificationActions {
  @Nested(NotificationAction)
  readonly primary!: NotificationAction;

  @ListOf(NotificationAction)
  readonly secondary!: readonly NotificationAction[];
}

/** What a user is told of a project (api.md, Notification). */
export class Notification {
  @OneOf(['project'])
  readonly scope!: 'project';

  @Uuid()
  readonly project!: string;

  @Uuid()
  readonly id!: string;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;

  @Uuid({ description: 'Whose it is.' })
  readonly user!: string;

  @OneOf(NOTIFICATION_STATUSES)
  readonly status!: NotificationStatus;

  @OneOf(ACCESS_LEVELS)
  readonly access_level!: AccessLevel;

  @Words()
  readonly title!: string;

  @Words()
  readonly message!: string;

  @OneOf(NOTIFICATION_TYPES)
  readonly notification_type!: NotificationType;

  @Nested(NotificationActions, { optional: true })
  readonly actions?: NotificationActions;

  @Timestamp({ nullable: true, description: 'Null while it is unread.' })
  readonly read_at!: string | null;

  @Words({ description: '`artifact`, `document`, `project_user`, …' })
  readonly source_object_type!: string;

  @Words()
  readonly source_object_id!: string;

  @Words({ description: 'English: `just now`, `5 minutes ago`.', example: '5 minutes ago' })
  readonly relative_time!: string;

  @Timestamp({ description: 'The same as `created_at`.' })
  readonly absolute_time!: string;
}

export class ListNotifications extends ProjectPage {
  @OneOf(NOTIFICATION_STATUSES, { optional: true })
  readonly status?: NotificationStatus;

  @OneOf(NOTIFICATION_TYPES, { optional: true })
  readonly notification_type?: NotificationType;
}

export class NotificationReference extends InProject {
  @Uuid()
  readonly notification_id!: string;
}

export class UnreadCount {
  @Integer()
  readonly count!: number;
}

/** How many notifications an operation changed. */
export class NotificationsChanged {
  @Words({ example: 'Marked 5 notifications as read' })
  readonly message!: string;

  @Integer()
  readonly count!: number;
}

/**
 * What happened to somebody's notifications, in the order in which it happened. `notification` is there for `created` and
 * `changed`, `notification_id` for `deleted`; `all_read` and `read_deleted` are about all of them, and `reset` says that
 * what the reader holds may be out of date: he lists anew.
 */
export const NOTIFICATION_CHANGES = [
  'created',
  'changed',
  'deleted',
  'all_read',
  'read_deleted',
  'reset',
] as const;
export type NotificationChangeKind = (typeof NOTIFICATION_CHANGES)[number];

export class NotificationChange {
  /** Grows with every change of the same user's notifications in a project. */
  @Integer()
  readonly number!: number;

  @OneOf(NOTIFICATION_CHANGES)
  readonly kind!: NotificationChangeKind;

  @Nested(Notification, { optional: true })
  readonly notification?: Notification;

  @Uuid({ optional: true })
  readonly notification_id?: string;

  /** When: of `all_read`, also the `read_at` of what was unread. */
  @Timestamp()
  readonly at!: string;
}

/** Changes after one that the reader knows, at most `limit`. */
export class ListChanges extends InProject {
  @Integer({ min: 0, optional: true, description: 'Without it, none: only where the changes stand.' })
  readonly after?: number;

  @Integer({ min: 1, max: 500, default: 100 })
  readonly limit!: number;
}

export class NotificationChanges {
  @ListOf(NotificationChange)
  readonly changes!: readonly NotificationChange[];

  /** Of the last change that these include: what the next question is `after`. */
  @Integer()
  readonly last!: number;
}

/** The notifications of the effective user in a project: `Caller.user_id`, also where somebody acts as him. */
export const notifications = contract('notifications.notifications', {
  list: rpc(ListNotifications).returns(page(Notification)),
  get: rpc(NotificationReference).returns(Notification),
  unreadCount: rpc(InProject).returns(UnreadCount),
  markAsRead: rpc(NotificationReference).returns(Notification),
  markAsUnread: rpc(NotificationReference).returns(Notification),
  markAllAsRead: rpc(InProject).returns(NotificationsChanged),
  remove: rpc(NotificationReference).returns(nothing),
  removeRead: rpc(InProject).returns(NotificationsChanged),
  /** For the stream: the gateway asks it when told of a change, and now and then. */
  changes: rpc(ListChanges).returns(NotificationChanges),
});

/** Announced after the commit of a change to these users' notifications: streams ask for it. May get lost; changes do not. */
export class NotificationsMoved {
  @Uuid()
  readonly project_id!: string;

  /** Of whom; at most 1,000 in a message. */
  @Uuids()
  readonly user_ids!: readonly string[];
}
export const NOTIFICATIONS_MOVED = 'notifications.notice.moved';

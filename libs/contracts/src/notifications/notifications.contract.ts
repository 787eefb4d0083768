import { contract, nothing, pageWith, rpc } from '../kit/contract.ts';
import { Integer, ListOf, Nested, OneOf, Timestamp, Uuid, Uuids, Words } from '../kit/fields.ts';
import { FoundCount } from '../kit/found.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** Whether the recipient has read a notification. */
export const NOTIFICATION_STATUSES = ['unread', 'read'] as const;
/** The state of a notification (api.md, Notification). */
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** `admin`: visible to project admins only; `viewer`: to every member. */
export const ACCESS_LEVELS = ['admin', 'viewer'] as const;
/** Who sees a notification (api.md, Notification). */
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The subjects of notifications (decisions 8). */
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
/** The subject of one notification (decisions 8). */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** An action that a notification offers. */
export class NotificationAction {
  @Words()
  readonly label!: string;

  @Words({ description: '`link`: `url` leads to the object.' })
  readonly type!: string;

  @Words({
    description: 'The path of the object in this API, relative to the base URL.',
    example: '/projects/018f0000-0000-7000-8000-000000000000/artifacts/churn/',
  })
  readonly url!: string;
}

/** The main action of a notification, and others. */
export class NotificationActions {
  @Nested(NotificationAction)
  readonly primary!: NotificationAction;

  @ListOf(NotificationAction)
  readonly secondary!: readonly NotificationAction[];
}

/** A notification for a user about something in a project (api.md, Notification). */
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

  @Uuid({ description: 'The recipient of the notification.' })
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

/** A page of the user's notifications, filtered by status and type. */
export class ListNotifications extends ProjectPage {
  @OneOf(NOTIFICATION_STATUSES, { optional: true })
  readonly status?: NotificationStatus;

  @OneOf(NOTIFICATION_TYPES, { optional: true })
  readonly notification_type?: NotificationType;
}

/** A request about one notification of the user. */
export class NotificationReference extends InProject {
  @Uuid()
  readonly notification_id!: string;
}

/** The number of unread notifications. */
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
 * The kinds of change to a user's notifications. `notification` is set for `created` and `changed`, `notification_id` for `deleted`;
 * `all_read` and `read_deleted` apply to all of them, and `reset` means that the client's copy may be out of date: the client has to
 * list them again.
 */
export const NOTIFICATION_CHANGES = [
  'created',
  'changed',
  'deleted',
  'all_read',
  'read_deleted',
  'reset',
] as const;
/** The kind of one change, as the stream of notifications names it. */
export type NotificationChangeKind = (typeof NOTIFICATION_CHANGES)[number];

/** One change to a user's notifications. */
export class NotificationChange {
  /** Increases with every change of the same user's notifications in a project. */
  @Integer()
  readonly number!: number;

  @OneOf(NOTIFICATION_CHANGES)
  readonly kind!: NotificationChangeKind;

  @Nested(Notification, { optional: true })
  readonly notification?: Notification;

  @Uuid({ optional: true })
  readonly notification_id?: string;

  /** When it happened; for `all_read`, also the `read_at` of the notifications that were unread. */
  @Timestamp()
  readonly at!: string;
}

/** Reads at most `limit` changes after the last one that the client has received. */
export class ListChanges extends InProject {
  @Integer({
    min: 0,
    optional: true,
    description: 'Without it, no changes: only the number of the last one.',
  })
  readonly after?: number;

  @Integer({ min: 1, max: 500, default: 100 })
  readonly limit!: number;
}

/** Changes to a user's notifications, in the order in which they happened. */
export class NotificationChanges {
  @ListOf(NotificationChange)
  readonly changes!: readonly NotificationChange[];

  /** The number of the last change included: the `after` of the next request. */
  @Integer()
  readonly last!: number;
}

/** The notifications of `Caller.user_id` in a project: with impersonation, of the impersonated user. */
export const notifications = contract('notifications.notifications', {
  list: rpc(ListNotifications).by('view').returns(pageWith(Notification, FoundCount)),
  get: rpc(NotificationReference).by('view').returns(Notification),
  unreadCount: rpc(InProject).by('view').returns(UnreadCount),
  markAsRead: rpc(NotificationReference).by('view').returns(Notification),
  markAsUnread: rpc(NotificationReference).by('view').returns(Notification),
  markAllAsRead: rpc(InProject).by('view').returns(NotificationsChanged),
  remove: rpc(NotificationReference).by('view').returns(nothing),
  removeRead: rpc(InProject).by('view').returns(NotificationsChanged),
  /** For the stream: the gateway calls it after each notice of a change, and periodically. */
  changes: rpc(ListChanges).by('view').returns(NotificationChanges),
});

/**
 * Published after the commit of a change to users' notifications: streams then read the change. The notice may be lost; changes are
 * not.
 */
export class NotificationsMoved extends InProject {
  /** At most 1,000 in a message; absent if any user of the project may be affected. */
  @Uuids({ optional: true })
  readonly user_ids?: readonly string[];
}
/** The subject of `NotificationsMoved`. */
export const NOTIFICATIONS_MOVED = 'notifications.notice.moved';

import type { Notification } from '@pks/contracts';
import { IS_RECEIVED } from '../announcements/announcement-fragments.ts';
import { relativeTime } from './relative-time.ts';

/** A notification in its current state. */
export interface NotificationRow extends Omit<
  Notification,
  'scope' | 'actions' | 'relative_time' | 'absolute_time'
> {
  readonly actions: Notification['actions'] | null;
  /** The number of the mark that makes it read; null when it is unread, or when its own row says that it is read. */
  readonly marked_by: number | null;
  /** Its number if it is an announcement; null for a notification of the user's own. */
  readonly announcement: number | null;
}

/** The columns of a row, from the notification `n` and its `mark` (see `MARK`). The fragments in this file are for statements with a `:userId`. */
export const ROW = `
  n.project_id AS project, n.id, n.created_at, greatest(n.updated_at, mark.at) AS updated_at, n.user_id AS "user",
  CASE WHEN mark.number IS NULL THEN n.status ELSE 'read' END AS status, n.access_level, n.title, n.message,
  n.notification_type, n.actions, coalesce(n.read_at, mark.at) AS read_at, n.source_object_type,
  n.source_object_id, mark.number AS marked_by, n.announcement`;

/** The user's notification with an id, their own or an announcement, whether or not it was removed. */
export function notificationOf(id: string): string {
  return `(
    SELECT project_id, id, created_at, updated_at, user_id, status, access_level, title, message, notification_type,
           actions, read_at, source_object_type, source_object_id, changed_number, NULL::bigint AS announcement
      FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ${id}
     UNION ALL
    SELECT a.project_id, a.id, a.created_at, a.created_at, :userId::uuid, 'unread', a.access_level, a.title, a.message,
           a.notification_type, a.actions, NULL::timestamptz, a.source_object_type, a.source_object_id, a.number, a.number
      FROM announcements a WHERE a.project_id = :projectId AND a.id = ${id} AND ${IS_RECEIVED})`;
}

/** The first mark `m` after the last change of the notification `n`, if that change left it unread; `also` restricts the marks. */
export function markWhere(also = ''): string {
  return `
  LEFT JOIN LATERAL (
    SELECT m.number, m.at FROM notification_marks m
     WHERE m.project_id = :projectId AND m.user_id = :userId AND n.status = 'unread'
       AND m.number > n.changed_number AND (m.covers_admin OR n.access_level = 'viewer') ${also}
     ORDER BY m.number LIMIT 1) mark ON true`;
}

/** The first mark after the last change of the notification `n`, if that change left it unread. */
export const MARK = markWhere();

/**
 * Whether the notification `n` still exists, given the inbox `i`, if there is one. When everything that a mark had read is removed,
 * rows and announcements are left for a while; on that level, only the notifications that changed after the mark exist.
 */
export const PRESENT = `
  n.changed_number > coalesce(CASE n.access_level WHEN 'admin' THEN i.removed_admin ELSE i.removed_viewer END, 0)`;

/** The inbox `i` of the user. */
export const INBOX = `
  LEFT JOIN notification_inboxes i ON i.project_id = :projectId AND i.user_id = :userId`;

/** A notification as the API shows it at a given time. */
export function viewOf(
  { marked_by: _, announcement: _number, actions, ...row }: NotificationRow,
  now: Date,
): Notification {
  return {
    scope: 'project',
    ...row,
    ...(actions ? { actions } : {}),
    relative_time: relativeTime(new Date(row.created_at), now),
    absolute_time: row.created_at,
  };
}

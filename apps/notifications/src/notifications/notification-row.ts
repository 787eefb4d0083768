import type { Notification } from '@pks/contracts';
import { relativeTime } from './relative-time.ts';

/** A notification in its current state. */
export interface NotificationRow extends Omit<
  Notification,
  'scope' | 'actions' | 'relative_time' | 'absolute_time'
> {
  readonly actions: Notification['actions'] | null;
  /** The number of the mark that makes it read; null when it is unread, or when its own row says that it is read. */
  readonly marked_by: number | null;
}

/** The columns of a row, from the notification `n` and its `mark` (see `MARK`). The fragments here belong to statements about one `:userId`. */
export const ROW = `
  n.project_id AS project, n.id, n.created_at, greatest(n.updated_at, mark.at) AS updated_at, n.user_id AS "user",
  CASE WHEN mark.number IS NULL THEN n.status ELSE 'read' END AS status, n.access_level, n.title, n.message,
  n.notification_type, n.actions, coalesce(n.read_at, mark.at) AS read_at, n.source_object_type,
  n.source_object_id, mark.number AS marked_by`;

/** The first mark after the last change of the notification `n`, if that left it unread. */
export const MARK = `
  LEFT JOIN LATERAL (
    SELECT m.number, m.at FROM notification_marks m
     WHERE m.project_id = :projectId AND m.user_id = :userId AND n.status = 'unread'
       AND m.number > n.changed_number AND (m.covers_admin OR n.access_level = 'viewer')
     ORDER BY m.number LIMIT 1) mark ON true`;

/**
 * Whether the notification `n` of the inbox `i` exists. Rows that were deleted together with everything that a mark had read
 * are removed later; on that level, only rows changed after the mark exist.
 */
export const PRESENT = `
  n.changed_number > CASE n.access_level WHEN 'admin' THEN i.removed_admin ELSE i.removed_viewer END`;

/** The inbox `i` of the notification `n`. */
export const INBOX = `
  JOIN notification_inboxes i ON i.project_id = :projectId AND i.user_id = :userId`;

/** A notification as the API shows it at a given time. */
export function viewOf({ marked_by: _, actions, ...row }: NotificationRow, now: Date): Notification {
  return {
    scope: 'project',
    ...row,
    ...(actions ? { actions } : {}),
    relative_time: relativeTime(new Date(row.created_at), now),
    absolute_time: row.created_at,
  };
}

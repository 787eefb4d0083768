import type { Notification } from '@pks/contracts';
import { relativeTime } from './relative-time.ts';

/** A notification as it is now, whatever made it so. */
export interface NotificationRow extends Omit<
  Notification,
  'scope' | 'actions' | 'relative_time' | 'absolute_time'
> {
  readonly actions: Notification['actions'] | null;
  /** The number of the mark that it is read by; null when it is unread, or says itself that it is read. */
  readonly marked_by: number | null;
}

/** Of the notification `n` and `mark`, as `MARK` finds it. */
export const ROW = `
  n.project_id AS project, n.id, n.created_at, greatest(n.updated_at, mark.at) AS updated_at, n.user_id AS "user",
  CASE WHEN mark.number IS NULL THEN n.status ELSE 'read' END AS status, n.access_level, n.title, n.message,
  n.notification_type, n.actions, coalesce(n.read_at, mark.at) AS read_at, n.source_object_type,
  n.source_object_id, mark.number AS marked_by`;

/** The first mark after the last change of the notification `n`, where that left it unread. */
export const MARK = `
  LEFT JOIN LATERAL (
    SELECT m.number, m.at FROM notification_marks m
     WHERE m.project_id = n.project_id AND m.user_id = n.user_id AND n.status = 'unread'
       AND m.number > n.changed_number AND (m.covers_admin OR n.access_level = 'viewer')
     ORDER BY m.number LIMIT 1) mark ON true`;

/** A notification as the API shows it at a time. */
export function viewOf({ marked_by: _, actions, ...row }: NotificationRow, now: Date): Notification {
  return {
    scope: 'project',
    ...row,
    ...(actions ? { actions } : {}),
    relative_time: relativeTime(new Date(row.created_at), now),
    absolute_time: row.created_at,
  };
}

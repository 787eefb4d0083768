import { Injectable } from '@nestjs/common';
import type { NotificationChangeKind } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { IS_RECEIVED } from '../announcements/announcement-fragments.ts';
import { type NotificationRow, ROW, markWhere, notificationOf } from './notification-row.ts';
import type { Reader } from './reader.ts';

/** A change, with the current state of its notification if that exists. */
export interface ChangeRow extends NotificationRow {
  readonly number: number;
  readonly kind: NotificationChangeKind;
  readonly notification_id: string | null;
  readonly at: string;
}

/** The numbers of the last change and of the last one that is forgotten. */
interface Standing {
  readonly last_number: number;
  readonly forgotten_number: number;
}

/** The greater numbers, of the reader's inbox or of the announcements of the project. */
const STANDING = `
  SELECT greatest(i.last_number, p.last_number, 0) AS last_number,
         greatest(i.forgotten_number, p.forgotten_number, 0) AS forgotten_number,
         coalesce(i.removed_viewer, 0) AS viewer, coalesce(i.removed_admin, 0) AS admin
    FROM (VALUES (1)) one
    LEFT JOIN notification_inboxes i ON i.project_id = :projectId AND i.user_id = :userId
    LEFT JOIN notification_projects p ON p.project_id = :projectId`;

const LAST = statement<Standing>('notification_changes_last', STANDING);

/** Whether a change covers everything the reader sees: not if it left out notifications for admins and they see those. */
const WHOLE = `(covers_admin OR NOT 'admin' = ANY (:levels::text[]))`;

/** The number up to which the notifications of a level were removed. */
const REMOVED = `CASE access_level WHEN 'admin' THEN (SELECT admin FROM standing) ELSE (SELECT viewer FROM standing) END`;

/**
 * The mark by which the notification of a change is shown as read: none if everything read was deleted between the two. A follower who
 * gets that deletion next would delete this notification, too; the mark comes after it.
 */
const MARK_BEFORE_DELETION = markWhere(`
   AND NOT EXISTS (SELECT 1 FROM notification_deletions d
                    WHERE d.project_id = :projectId AND d.user_id = :userId AND d.notification_id IS NULL
                      AND d.number > n.changed_number AND d.number < m.number)`);

/** Without changes, the result is one row with only the numbers of `standing`. */
const AFTER = statement<Standing & (ChangeRow | { readonly kind: null })>(
  'notification_changes_after',
  `WITH standing AS MATERIALIZED (${STANDING}),
   bounds AS MATERIALIZED (
     SELECT greatest(:after::bigint, CASE WHEN 'admin' = ANY (:levels::text[])
              THEN least(viewer, admin) ELSE viewer END) AS lowest FROM standing),
   made AS (
     SELECT changed_number AS number, CASE WHEN created_number > :after THEN 'created' ELSE 'changed' END AS kind,
            id AS notification_id, updated_at AS at
       FROM notifications
      WHERE project_id = :projectId AND user_id = :userId AND access_level = ANY (:levels::text[])
        AND changed_number > (SELECT lowest FROM bounds) AND changed_number > ${REMOVED}
      ORDER BY changed_number LIMIT :limit),
   announced AS (
     SELECT number, 'created', id, created_at
       FROM announcements a
      WHERE project_id = :projectId AND access_level = ANY (:levels::text[])
        AND number > (SELECT lowest FROM bounds) AND number > ${REMOVED} AND ${IS_RECEIVED}
      ORDER BY number LIMIT :limit),
   marked AS (
     SELECT number, CASE WHEN ${WHOLE} THEN 'all_read' ELSE 'reset' END, NULL::uuid, at
       FROM notification_marks
      WHERE project_id = :projectId AND user_id = :userId AND number > :after
      ORDER BY number LIMIT :limit),
   deleted AS (
     SELECT number, CASE WHEN notification_id IS NOT NULL THEN 'deleted'
                         WHEN ${WHOLE} THEN 'read_deleted' ELSE 'reset' END, notification_id, at
       FROM notification_deletions
      WHERE project_id = :projectId AND user_id = :userId AND number > :after
        AND (notification_id IS NULL OR NOT covers_admin OR 'admin' = ANY (:levels::text[]))
      ORDER BY number LIMIT :limit),
   changes AS (
     SELECT * FROM made UNION ALL SELECT * FROM announced UNION ALL SELECT * FROM marked UNION ALL SELECT * FROM deleted
      ORDER BY number LIMIT :limit)
   SELECT s.last_number, s.forgotten_number, c.*, shown.*
     FROM standing s
     LEFT JOIN changes c ON true
     LEFT JOIN LATERAL (SELECT ${ROW} FROM ${notificationOf('c.notification_id')} n ${MARK_BEFORE_DELETION}) shown ON true
    ORDER BY c.number`,
);

/** The changes of a user's notifications after a given number. */
export interface ChangesAfter {
  readonly last: number;
  readonly forgotten: number;
  readonly changes: readonly ChangeRow[];
}

@Injectable()
export class NotificationChangesRepository {
  constructor(private readonly database: Database) {}

  /** The number of the last change of the reader's inbox or announcement of the project; 0 without any. */
  async last(reader: Reader): Promise<number> {
    const [standing] = await this.database.rows(LAST, reader);
    return standing?.last_number ?? 0;
  }

  /** The changes after the number `after` that the reader sees, in order, at most `limit` of them. */
  async after(reader: Reader, after: number, limit: number): Promise<ChangesAfter> {
    const rows = await this.database.rows(AFTER, { ...reader, after, limit });
    const changes = rows.flatMap(({ last_number: _last, forgotten_number: _forgotten, ...row }) =>
      row.kind === null ? [] : [row],
    );
    return { last: rows[0]?.last_number ?? 0, forgotten: rows[0]?.forgotten_number ?? 0, changes };
  }
}

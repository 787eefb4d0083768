import { Injectable } from '@nestjs/common';
import type { NotificationChangeKind } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { MARK, type NotificationRow, ROW } from './notification-row.ts';
import type { Reader } from './reader.ts';

/** A change, with the current state of the notification where it concerns one that exists. */
export interface ChangeRow extends NotificationRow {
  readonly number: number;
  readonly kind: NotificationChangeKind;
  readonly notification_id: string | null;
  readonly at: string;
}

/** The numbers of an inbox. */
interface Standing {
  readonly last_number: number;
  readonly forgotten_number: number;
}

/** For a reader who sees the notifications for admins too, a change that left those out covers only a part. */
const WHOLE = `(covers_admin OR NOT 'admin' = ANY (:levels::text[]))`;

/** Without changes there is one row, which contains the numbers of the inbox alone. */
const AFTER = statement<Standing & (ChangeRow | { readonly kind: null })>(
  'notification_changes_after',
  `WITH bounds AS MATERIALIZED (
     SELECT removed_viewer AS viewer, removed_admin AS admin,
            greatest(:after::bigint, CASE WHEN 'admin' = ANY (:levels::text[])
              THEN least(removed_viewer, removed_admin) ELSE removed_viewer END) AS lowest
       FROM notification_inboxes WHERE project_id = :projectId AND user_id = :userId),
   made AS (
     SELECT n.changed_number AS number, CASE WHEN n.created_number > :after THEN 'created' ELSE 'changed' END AS kind,
            n.id AS notification_id, n.updated_at AS at
       FROM notifications n
      WHERE n.project_id = :projectId AND n.user_id = :userId AND n.access_level = ANY (:levels::text[])
        AND n.changed_number > (SELECT lowest FROM bounds)
        AND n.changed_number > CASE n.access_level WHEN 'admin' THEN (SELECT admin FROM bounds)
                                                   ELSE (SELECT viewer FROM bounds) END
      ORDER BY n.changed_number LIMIT :limit),
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
     SELECT * FROM made UNION ALL SELECT * FROM marked UNION ALL SELECT * FROM deleted ORDER BY number LIMIT :limit)
   SELECT i.last_number, i.forgotten_number, c.*, shown.*
     FROM notification_inboxes i
     LEFT JOIN changes c ON true
     LEFT JOIN LATERAL (
       SELECT ${ROW} FROM notifications n ${MARK}
        WHERE n.project_id = :projectId AND n.user_id = :userId AND n.id = c.notification_id) shown ON true
    WHERE i.project_id = :projectId AND i.user_id = :userId
    ORDER BY c.number`,
);

/** The changes of a user's notifications after a given one. */
export interface ChangesAfter {
  readonly last: number;
  readonly forgotten: number;
  readonly changes: readonly ChangeRow[];
}

@Injectable()
export class NotificationChangesRepository {
  constructor(private readonly database: Database) {}

  /** The changes after a given one that the reader sees, in order, `limit` of them at most. */
  async after(reader: Reader, after: number, limit: number): Promise<ChangesAfter> {
    const rows = await this.database.rows(AFTER, { ...reader, after, limit });
    const changes = rows.flatMap(({ last_number: _last, forgotten_number: _forgotten, ...row }) =>
      row.kind === null ? [] : [row],
    );
    return { last: rows[0]?.last_number ?? 0, forgotten: rows[0]?.forgotten_number ?? 0, changes };
  }
}

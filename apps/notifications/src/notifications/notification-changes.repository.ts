import { Injectable } from '@nestjs/common';
import type { NotificationChangeKind } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { MARK, type NotificationRow, ROW } from './notification-row.ts';
import { type Reader, valuesOf } from './reader.ts';

/** A change, with the notification as it is now where it is about one that is there. */
export interface ChangeRow extends NotificationRow {
  readonly number: number;
  readonly kind: NotificationChangeKind;
  readonly notification_id: string | null;
  readonly at: string;
}

/** Where somebody's changes stand. */
interface Standing {
  readonly last_number: number;
  readonly forgotten_number: number;
}

/** What was done without the admins' notifications is not the whole for who sees them too. */
const WHOLE = `(covers_admin OR NOT 'admin' = ANY ($3::text[]))`;

/** `$4` is the change that is known, `$5` the limit. Without changes there is one row that says where they stand. */
const AFTER = statement<Standing & (ChangeRow | { readonly kind: null })>(
  'notification_changes_after',
  `WITH made AS (
     SELECT n.changed_number AS number, CASE WHEN n.created_number > $4 THEN 'created' ELSE 'changed' END AS kind,
            n.id AS notification_id, n.updated_at AS at
       FROM notifications n
      WHERE n.project_id = $1 AND n.user_id = $2 AND n.changed_number > $4
        AND n.access_level = ANY ($3::text[])
      ORDER BY n.changed_number LIMIT $5),
   marked AS (
     SELECT number, CASE WHEN ${WHOLE} THEN 'all_read' ELSE 'reset' END, NULL::uuid, at
       FROM notification_marks
      WHERE project_id = $1 AND user_id = $2 AND number > $4
      ORDER BY number LIMIT $5),
   deleted AS (
     SELECT number, CASE WHEN notification_id IS NOT NULL THEN 'deleted'
                         WHEN ${WHOLE} THEN 'read_deleted' ELSE 'reset' END, notification_id, at
       FROM notification_deletions
      WHERE project_id = $1 AND user_id = $2 AND number > $4
        AND (notification_id IS NULL OR NOT covers_admin OR 'admin' = ANY ($3::text[]))
      ORDER BY number LIMIT $5),
   changes AS (
     SELECT * FROM made UNION ALL SELECT * FROM marked UNION ALL SELECT * FROM deleted ORDER BY number LIMIT $5)
   SELECT i.last_number, i.forgotten_number, c.*, shown.*
     FROM notification_inboxes i
     LEFT JOIN changes c ON true
     LEFT JOIN LATERAL (
       SELECT ${ROW} FROM notifications n ${MARK}
        WHERE n.project_id = $1 AND n.user_id = $2 AND n.id = c.notification_id) shown ON true
    WHERE i.project_id = $1 AND i.user_id = $2
    ORDER BY c.number`,
);

/** What happened to somebody's notifications after a change. */
export interface ChangesAfter {
  readonly last: number;
  readonly forgotten: number;
  readonly changes: readonly ChangeRow[];
}

@Injectable()
export class NotificationChangesRepository {
  constructor(private readonly database: Database) {}

  /** The changes after one that the reader sees, in their order, at most so many. */
  async after(reader: Reader, after: number, limit: number): Promise<ChangesAfter> {
    const rows = await this.database.rows(AFTER, [...valuesOf(reader), after, limit]);
    const changes = rows.flatMap(({ last_number: _last, forgotten_number: _forgotten, ...row }) =>
      row.kind === null ? [] : [row],
    );
    return { last: rows[0]?.last_number ?? 0, forgotten: rows[0]?.forgotten_number ?? 0, changes };
  }
}

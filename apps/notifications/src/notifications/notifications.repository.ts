import { Injectable } from '@nestjs/common';
import type { AccessLevel } from '@pks/contracts';
import { Database, NotFound, statement } from '@pks/platform';
import { NotificationDeletion } from './notification-deletion.entity.ts';
import type { NotificationInbox } from './notification-inbox.entity.ts';
import { MARK, type NotificationRow, ROW } from './notification-row.ts';
import { NotificationRecord } from './notification.entity.ts';
import { type Reader, valuesOf } from './reader.ts';

/** So many rows are deleted by one statement. */
const BATCH = 10_000;

const FIND = statement<NotificationRow>(
  'notifications_find',
  `SELECT ${ROW} FROM notifications n ${MARK}
    WHERE n.project_id = $1 AND n.user_id = $2 AND n.access_level = ANY ($3::text[]) AND n.id = $4`,
);

/** Of one that a mark had read: it is no longer among those that the mark reads. */
const UNMARK = statement<object>(
  'notifications_unmark',
  `UPDATE notification_marks
      SET read_viewer = read_viewer - ($4 = 'viewer')::integer, read_admin = read_admin - ($4 = 'admin')::integer
    WHERE project_id = $1 AND user_id = $2 AND number = $3`,
);

/** What was read, in the order of its last change; each batch goes on where the one before ended. */
const DELETE_READ = statement<{ count: number; last: number }>(
  'notifications_delete_read',
  `WITH levels AS (
     SELECT level, (SELECT coalesce(max(m.number), 0) FROM notification_marks m
                     WHERE m.project_id = $1 AND m.user_id = $2 AND (m.covers_admin OR level = 'viewer')) AS marked
       FROM unnest($3::text[]) level),
   batch AS (
     SELECT n.id, n.changed_number FROM notifications n JOIN levels ON levels.level = n.access_level
      WHERE n.project_id = $1 AND n.user_id = $2 AND n.changed_number > $4
        AND (n.status = 'read' OR n.changed_number < levels.marked)
      ORDER BY n.changed_number LIMIT ${BATCH}),
   gone AS (
     DELETE FROM notifications
      WHERE project_id = $1 AND user_id = $2 AND id = ANY (ARRAY(SELECT id FROM batch)))
   SELECT count(*) AS count, coalesce(max(changed_number), 0) AS last FROM batch`,
);

const EMPTY_MARKS = statement<object>(
  'notifications_empty_marks',
  `UPDATE notification_marks
      SET read_viewer = 0, read_admin = CASE WHEN 'admin' = ANY ($3::text[]) THEN 0 ELSE read_admin END
    WHERE project_id = $1 AND user_id = $2
      AND (read_viewer > 0 OR (read_admin > 0 AND 'admin' = ANY ($3::text[])))`,
);

/** Remembers notifications. Whoever writes has locked their inbox. */
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  /** A notification as it is now. @throws NotFound also for another user's, and for one that the reader may not see. */
  async find(reader: Reader, id: string): Promise<NotificationRow> {
    const [row] = await this.database.rows(FIND, [...valuesOf(reader), id]);
    if (!row) throw new NotFound();
    return row;
  }

  /** Makes it read, or unread, by the last change of its inbox. */
  async change(row: NotificationRow, inbox: NotificationInbox, status: 'read' | 'unread'): Promise<void> {
    const { lastNumber: changedNumber, changedAt: updatedAt } = inbox;
    const readAt = status === 'read' ? updatedAt : null;
    const columns = { status, readAt, changedNumber, updatedAt, touched: true };
    await this.database.manager.update(NotificationRecord, keyOf(row), columns);
    await this.unmark(row);
  }

  /** Deletes it, by the last change of its inbox. */
  async remove(row: NotificationRow, inbox: NotificationInbox): Promise<void> {
    await this.database.manager.delete(NotificationRecord, keyOf(row));
    await this.unmark(row);
    await this.addDeletion(inbox, row.access_level, row.id);
  }

  /** Deletes all that the reader has read, and returns how many that were. */
  async removeRead(reader: Reader): Promise<number> {
    let removed = 0;
    for (let after = 0; ;) {
      const [batch] = await this.database.rows(DELETE_READ, [...valuesOf(reader), after]);
      removed += batch?.count ?? 0;
      if (!batch || batch.count < BATCH) break;
      after = batch.last;
    }
    if (removed > 0) await this.database.rows(EMPTY_MARKS, valuesOf(reader));
    return removed;
  }

  /** Remembers a deletion by the last change of an inbox; without an id, of all that was read. */
  async addDeletion(inbox: NotificationInbox, level: AccessLevel, id: string | null): Promise<void> {
    const { projectId, userId, lastNumber: number, changedAt: at } = inbox;
    const deletion = { projectId, userId, number, at, coversAdmin: level === 'admin', notificationId: id };
    await this.database.manager.insert(NotificationDeletion, deletion);
  }

  private async unmark({ project, user, marked_by, access_level }: NotificationRow): Promise<void> {
    if (marked_by !== null) await this.database.rows(UNMARK, [project, user, marked_by, access_level]);
  }
}

function keyOf({ project, user, id }: NotificationRow) {
  return { projectId: project, userId: user, id };
}

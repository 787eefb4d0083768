import { Injectable } from '@nestjs/common';
import type { AccessLevel } from '@pks/contracts';
import { Database, NotFound, statement } from '@pks/platform';
import { NotificationDeletion } from './notification-deletion.entity.ts';
import type { NotificationInbox } from './notification-inbox.entity.ts';
import { INBOX, MARK, type NotificationRow, PRESENT, ROW } from './notification-row.ts';
import { NotificationRecord } from './notification.entity.ts';
import { type Reader, valuesOf } from './reader.ts';

/** So many rows are deleted by one statement. */
const BATCH = 10_000;

const FIND = statement<NotificationRow>(
  'notifications_find',
  `SELECT ${ROW} FROM notifications n ${INBOX} ${MARK}
    WHERE n.project_id = $1 AND n.user_id = $2 AND n.access_level = ANY ($3::text[]) AND n.id = $4
      AND ${PRESENT}`,
);

/** Of one that a mark had read: it is no longer among those that the mark reads. */
const UNMARK = statement<object>(
  'notifications_unmark',
  `UPDATE notification_marks
      SET read_viewer = read_viewer - ($4 = 'viewer')::integer, read_admin = read_admin - ($4 = 'admin')::integer
    WHERE project_id = $1 AND user_id = $2 AND number = $3`,
);

/** What says itself that it is read. */
const DELETE_READ = statement<object>(
  'notifications_delete_read',
  `DELETE FROM notifications WHERE project_id = $1 AND user_id = $2 AND id = ANY (ARRAY(
     SELECT id FROM notifications
      WHERE project_id = $1 AND user_id = $2 AND touched AND status = 'read'
        AND access_level = ANY ($3::text[]) LIMIT ${BATCH}))
   RETURNING id`,
);

interface Emptied {
  readonly count: number;
  readonly viewer: number;
  readonly admin: number;
}

/** The marks read nothing any more; gives how many they read, and up to which mark on each level. */
const EMPTY_MARKS = statement<Emptied>(
  'notifications_empty_marks',
  `WITH held AS (
     SELECT number, covers_admin, read_viewer,
            CASE WHEN 'admin' = ANY ($3::text[]) THEN read_admin ELSE 0 END AS read_admin
       FROM notification_marks WHERE project_id = $1 AND user_id = $2),
   emptied AS (
     UPDATE notification_marks m SET read_viewer = 0, read_admin = m.read_admin - held.read_admin
       FROM held
      WHERE m.project_id = $1 AND m.user_id = $2 AND m.number = held.number
        AND held.read_viewer + held.read_admin > 0)
   SELECT coalesce(sum(read_viewer + read_admin), 0)::bigint AS count, coalesce(max(number), 0) AS viewer,
          coalesce(max(number) FILTER (WHERE covers_admin), 0) AS admin
     FROM held`,
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

  /** Deletes all that the reader has read, and returns how many that were: what marks had read by one number, however many. */
  async removeRead(reader: Reader, inbox: NotificationInbox): Promise<number> {
    const [emptied] = await this.database.rows(EMPTY_MARKS, valuesOf(reader));
    let removed = emptied?.count ?? 0;
    if (emptied && removed > 0) {
      for (const level of reader.levels) inbox.removeReadBy(emptied[level], level);
    }
    for (let batch = BATCH; batch === BATCH; removed += batch) {
      batch = (await this.database.rows(DELETE_READ, valuesOf(reader))).length;
    }
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

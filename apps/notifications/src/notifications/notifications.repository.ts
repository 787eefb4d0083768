import { Injectable } from '@nestjs/common';
import type { AccessLevel } from '@pks/contracts';
import { Database, NotFound, statement } from '@pks/platform';
import { NotificationDeletion } from './notification-deletion.entity.ts';
import type { NotificationInbox } from './notification-inbox.entity.ts';
import { INBOX, MARK, type NotificationRow, PRESENT, ROW } from './notification-row.ts';
import { NotificationRecord } from './notification.entity.ts';
import type { Reader } from './reader.ts';

/** How many rows one statement deletes. */
const BATCH = 10_000;

const FIND = statement<NotificationRow>(
  'notifications_find',
  `SELECT ${ROW} FROM notifications n ${INBOX} ${MARK}
    WHERE n.project_id = :projectId AND n.user_id = :userId AND n.access_level = ANY (:levels::text[]) AND n.id = :id
      AND ${PRESENT}`,
);

/** Subtracts a notification from those that its mark has read. */
const UNMARK = statement<object>(
  'notifications_unmark',
  `UPDATE notification_marks
      SET read_viewer = read_viewer - (:level = 'viewer')::integer, read_admin = read_admin - (:level = 'admin')::integer
    WHERE project_id = :projectId AND user_id = :userId AND number = :mark`,
);

const DELETE_READ = statement<object>(
  'notifications_delete_read',
  `DELETE FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(
     SELECT id FROM notifications
      WHERE project_id = :projectId AND user_id = :userId AND touched AND status = 'read'
        AND access_level = ANY (:levels::text[]) LIMIT ${BATCH}))
   RETURNING id`,
);

/** How many notifications the marks had read, and the last mark of each level. */
export interface EmptiedMarks {
  readonly count: number;
  readonly viewer: number;
  readonly admin: number;
}

const EMPTY_MARKS = statement<EmptiedMarks>(
  'notifications_empty_marks',
  `WITH held AS (
     SELECT number, covers_admin, read_viewer,
            CASE WHEN 'admin' = ANY (:levels::text[]) THEN read_admin ELSE 0 END AS read_admin
       FROM notification_marks WHERE project_id = :projectId AND user_id = :userId),
   emptied AS (
     UPDATE notification_marks m SET read_viewer = 0, read_admin = m.read_admin - held.read_admin
       FROM held
      WHERE m.project_id = :projectId AND m.user_id = :userId AND m.number = held.number
        AND held.read_viewer + held.read_admin > 0)
   SELECT coalesce(sum(read_viewer + read_admin), 0)::bigint AS count, coalesce(max(number), 0) AS viewer,
          coalesce(max(number) FILTER (WHERE covers_admin), 0) AS admin
     FROM held`,
);

/** Reads and writes notifications. Writers hold the lock of the inbox. */
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  /** A notification in its current state. @throws NotFound also for another user's, and for one that the reader may not see. */
  async find(reader: Reader, id: string): Promise<NotificationRow> {
    const [row] = await this.database.rows(FIND, { ...reader, id });
    if (!row) throw new NotFound();
    return row;
  }

  /** Makes it read or unread, as the last change of its inbox. */
  async change(row: NotificationRow, inbox: NotificationInbox, status: 'read' | 'unread'): Promise<void> {
    const { lastNumber: changedNumber, changedAt: updatedAt } = inbox;
    const readAt = status === 'read' ? updatedAt : null;
    const columns = { status, readAt, changedNumber, updatedAt, touched: true };
    await this.database.manager.update(NotificationRecord, keyOf(row), columns);
    await this.unmark(row);
  }

  /** Deletes it, as the last change of its inbox. */
  async remove(row: NotificationRow, inbox: NotificationInbox): Promise<void> {
    await this.database.manager.delete(NotificationRecord, keyOf(row));
    await this.unmark(row);
    await this.addDeletion(inbox, row.access_level, row.id);
  }

  /** Empties the marks on the reader's levels, so that their inbox can delete what they had read. */
  async emptyMarks(reader: Reader): Promise<EmptiedMarks> {
    const [emptied] = await this.database.rows(EMPTY_MARKS, reader);
    return emptied ?? { count: 0, viewer: 0, admin: 0 };
  }

  /** Deletes the notifications whose own row says that they are read, and returns their number. */
  async deleteRead(reader: Reader): Promise<number> {
    let deleted = 0;
    for (let batch = BATCH; batch === BATCH; deleted += batch) {
      batch = (await this.database.rows(DELETE_READ, reader)).length;
    }
    return deleted;
  }

  /** Records a deletion as the last change of an inbox; without an id, of everything that was read. */
  async addDeletion(inbox: NotificationInbox, level: AccessLevel, id: string | null): Promise<void> {
    const { projectId, userId, lastNumber: number, changedAt: at } = inbox;
    const deletion = { projectId, userId, number, at, coversAdmin: level === 'admin', notificationId: id };
    await this.database.manager.insert(NotificationDeletion, deletion);
  }

  private async unmark({ project, user, marked_by, access_level }: NotificationRow): Promise<void> {
    if (marked_by === null) return;
    const values = { projectId: project, userId: user, mark: marked_by, level: access_level };
    await this.database.rows(UNMARK, values);
  }
}

function keyOf({ project, user, id }: NotificationRow) {
  return { projectId: project, userId: user, id };
}

import { Injectable } from '@nestjs/common';
import type { AccessLevel } from '@pks/contracts';
import { Database, NotFound, statement } from '@pks/platform';
import { MAX_NUMBER, COUNT_OF_SPANS, spansOf } from '../announcements/announcement-fragments.ts';
import { AnnouncementsRepository } from '../announcements/announcements.repository.ts';
import { NotificationDeletion } from './notification-deletion.entity.ts';
import type { NotificationInbox } from './notification-inbox.entity.ts';
import { INBOX, MARK, type NotificationRow, PRESENT, ROW, notificationOf } from './notification-row.ts';
import { NotificationRecord } from './notification.entity.ts';
import type { Reader } from './reader.ts';

/** How many rows one statement deletes, and further rows that were read at the same time as the last of them. */
const BATCH = 10_000;

const FIND = statement<NotificationRow>(
  'notifications_find',
  `SELECT ${ROW} FROM ${notificationOf(':id')} n ${INBOX} ${MARK}
    WHERE n.access_level = ANY (:levels::text[]) AND ${PRESENT}`,
);

/** Subtracts a notification from the count of its mark. */
const UNMARK = statement<object>(
  'notifications_unmark',
  `UPDATE notification_marks
      SET read_viewer = read_viewer - (:level = 'viewer')::integer, read_admin = read_admin - (:level = 'admin')::integer
    WHERE project_id = :projectId AND user_id = :userId AND number = :mark`,
);

/** Notifications whose own row says that they are read. A condition on `status` instead would allow the index of all users' read notifications. */
const READ_ALONE = `
  project_id = :projectId AND user_id = :userId AND touched AND read_at IS NOT NULL AND access_level = ANY (:levels::text[])`;

/** A batch ends at a time and is no list of ids: with ids, a plan made for any user would read all rows of this user. */
const DELETE_READ = statement<{ changed_number: number }>(
  'notifications_delete_read',
  `DELETE FROM notifications
    WHERE ${READ_ALONE}
      AND read_at <= coalesce(
        (SELECT read_at FROM notifications WHERE ${READ_ALONE} ORDER BY read_at OFFSET ${BATCH - 1} LIMIT 1), 'infinity')
   RETURNING changed_number`,
);

/** By level of the reader, the number of its last mark, and the number up to which notifications were removed before. */
const LEVELS = `
  levels AS MATERIALIZED (
    SELECT level, coalesce(max(removed), 0) AS removed, greatest(max(number), max(removed), 0) AS marked
      FROM unnest(:levels::text[]) level
      LEFT JOIN LATERAL (
        SELECT CASE level WHEN 'admin' THEN removed_admin ELSE removed_viewer END AS removed
          FROM notification_inboxes WHERE project_id = :projectId AND user_id = :userId) inbox ON true
      LEFT JOIN notification_marks m
        ON m.project_id = :projectId AND m.user_id = :userId AND (m.covers_admin OR level = 'viewer')
     GROUP BY level)`;

const COUNT_UNREAD = statement<{ count: number }>(
  'notifications_count_unread',
  `WITH ${LEVELS}, numbers AS (SELECT level, marked AS low, ${MAX_NUMBER} AS high FROM levels), ${spansOf('numbers')}
   SELECT ${COUNT_OF_SPANS} + coalesce(
     (SELECT unread_viewer + CASE WHEN 'admin' = ANY (:levels::text[]) THEN unread_admin ELSE 0 END
        FROM notification_inboxes WHERE project_id = :projectId AND user_id = :userId), 0) AS count`,
);

/** How many notifications the marks had read, and the last mark of each level. */
export interface EmptiedMarks {
  readonly count: number;
  readonly viewer: number;
  readonly admin: number;
}

const EMPTY_MARKS = statement<EmptiedMarks>(
  'notifications_empty_marks',
  `WITH held AS MATERIALIZED (
     SELECT number, covers_admin, read_viewer,
            CASE WHEN 'admin' = ANY (:levels::text[]) THEN read_admin ELSE 0 END AS read_admin
       FROM notification_marks WHERE project_id = :projectId AND user_id = :userId),
   emptied AS (
     UPDATE notification_marks m SET read_viewer = 0, read_admin = m.read_admin - held.read_admin
       FROM held
      WHERE m.project_id = :projectId AND m.user_id = :userId AND m.number = held.number
        AND (held.read_viewer <> 0 OR held.read_admin <> 0)),
   ${LEVELS}, numbers AS (SELECT level, removed AS low, marked AS high FROM levels), ${spansOf('numbers')}
   SELECT ${COUNT_OF_SPANS} + coalesce(sum(read_viewer + read_admin), 0)::bigint AS count, coalesce(max(number), 0) AS viewer,
          coalesce(max(number) FILTER (WHERE covers_admin), 0) AS admin
     FROM held`,
);

/** How many notifications were deleted, and the number of the last change that is lost with them. */
export interface DeletedRead {
  readonly count: number;
  readonly last: number;
}

/** Gives the user a notification of their own in place of an announcement. */
const TAKE = statement<object>(
  'notifications_take',
  `INSERT INTO notifications
     (project_id, user_id, id, event_id, notification_type, access_level, title, message, source_object_type,
      source_object_id, actions, status, read_at, created_number, changed_number, touched, created_at, updated_at)
   SELECT project_id, :userId, id, event_id, notification_type, access_level, title, message, source_object_type,
          source_object_id, actions, :status, :readAt, number, :changedNumber, true, created_at, :updatedAt
     FROM announcements WHERE project_id = :projectId AND number = :announcement`,
);

/** Reads and writes notifications. Writers hold the lock of the inbox. */
@Injectable()
export class NotificationsRepository {
  constructor(
    private readonly database: Database,
    private readonly announcements: AnnouncementsRepository,
  ) {}

  /** The number of the reader's unread notifications. */
  async countUnread(reader: Reader): Promise<number> {
    const [counted] = await this.database.rows(COUNT_UNREAD, reader);
    return counted?.count ?? 0;
  }

  /** A notification in its current state. @throws NotFound also for another user's, and for one that the reader may not see. */
  async find(reader: Reader, id: string): Promise<NotificationRow> {
    const [row] = await this.database.rows(FIND, { ...reader, id });
    if (!row) throw new NotFound();
    return row;
  }

  /** Makes a notification read or unread, as the last change of its inbox. */
  async change(row: NotificationRow, inbox: NotificationInbox, status: 'read' | 'unread'): Promise<void> {
    const { lastNumber: changedNumber, changedAt: updatedAt } = inbox;
    const columns = { status, readAt: status === 'read' ? updatedAt : null, changedNumber, updatedAt };
    if (row.announcement === null) {
      await this.database.manager.update(NotificationRecord, keyOf(row), { ...columns, touched: true });
    } else {
      await this.database.rows(TAKE, { ...keyOf(row), ...columns, announcement: row.announcement });
    }
    await this.leave(row);
  }

  /** Deletes a notification, as the last change of its inbox. */
  async remove(row: NotificationRow, inbox: NotificationInbox): Promise<void> {
    if (row.announcement === null) await this.database.manager.delete(NotificationRecord, keyOf(row));
    await this.leave(row);
    await this.addDeletion(inbox, row.access_level, row.id);
  }

  /** Empties the marks on the reader's levels, so that their inbox can delete what they had read. */
  async emptyMarks(reader: Reader): Promise<EmptiedMarks> {
    const [emptied] = await this.database.rows(EMPTY_MARKS, reader);
    return emptied ?? { count: 0, viewer: 0, admin: 0 };
  }

  /** Deletes the notifications whose own row says that they are read. */
  async deleteRead(reader: Reader): Promise<DeletedRead> {
    let [count, last] = [0, 0];
    for (let batch = BATCH; batch >= BATCH; count += batch) {
      const rows = await this.database.rows(DELETE_READ, reader);
      batch = rows.length;
      for (const { changed_number } of rows) last = Math.max(last, changed_number);
    }
    return { count, last };
  }

  /** Records a deletion as the last change of an inbox; without an id, of everything that was read. */
  async addDeletion(inbox: NotificationInbox, level: AccessLevel, id: string | null): Promise<void> {
    const { projectId, userId, lastNumber: number, changedAt: at } = inbox;
    const deletion = { projectId, userId, number, at, coversAdmin: level === 'admin', notificationId: id };
    await this.database.manager.insert(NotificationDeletion, deletion);
  }

  /** Subtracts a notification from the count of its mark, and excepts its user from the announcement. */
  private async leave({
    project,
    user,
    marked_by,
    access_level,
    announcement,
  }: NotificationRow): Promise<void> {
    if (announcement !== null) await this.announcements.except(project, user, announcement, access_level);
    if (marked_by === null) return;
    const values = { projectId: project, userId: user, mark: marked_by, level: access_level };
    await this.database.rows(UNMARK, values);
  }
}

function keyOf({ project, user, id }: NotificationRow) {
  return { projectId: project, userId: user, id };
}

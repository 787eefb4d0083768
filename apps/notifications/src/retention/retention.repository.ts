import { Injectable } from '@nestjs/common';
import type { AccessLevel } from '@pks/contracts';
import { Database, type Statement, acrossProjects, statement } from '@pks/platform';
import { INBOX, PRESENT } from '../notifications/notification-row.ts';

/** How many rows a transaction deletes. */
const BATCH = 1_000;

interface InboxKey {
  readonly projectId: string;
  readonly userId: string;
}

/** Finds, in all projects, an inbox from which something is to be deleted. */
function due(name: string, query: string): Statement<InboxKey> {
  const columns = 'project_id AS "projectId", user_id AS "userId"';
  return statement(`retention_due_${name}`, `SELECT ${columns} FROM ${query} LIMIT 1`);
}

const READ_DUE = due('read', `notifications WHERE status = 'read' AND read_at < :before ORDER BY read_at`);

const DELETE_READ = statement<object>(
  'retention_delete_read',
  `DELETE FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(
     SELECT id FROM notifications
      WHERE project_id = :projectId AND user_id = :userId AND touched AND status = 'read' AND read_at < :before LIMIT ${BATCH}))
   RETURNING id`,
);

const REMOVED_DUE = due('removed', 'notification_inboxes WHERE removed_viewer + removed_admin > 0');

const DELETE_REMOVED = statement<object>(
  'retention_delete_removed',
  `DELETE FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(
     SELECT n.id FROM notifications n ${INBOX}
      WHERE n.project_id = :projectId AND n.user_id = :userId AND n.changed_number < :upTo AND NOT (${PRESENT})
      ORDER BY n.changed_number LIMIT ${BATCH}))
   RETURNING id`,
);

const MARKED_DUE = due(
  'marked',
  `notification_marks WHERE at < :before AND read_viewer + read_admin > 0 ORDER BY at, number`,
);

/** Deletes what the oldest effective mark has read; what earlier marks had read is deleted already. */
const DELETE_MARKED = statement<{ count: number }>(
  'retention_delete_marked',
  `WITH mark AS (
     SELECT number, covers_admin FROM notification_marks
      WHERE project_id = :projectId AND user_id = :userId AND at < :before AND read_viewer + read_admin > 0
      ORDER BY number LIMIT 1),
   batch AS (
     SELECT n.id FROM notifications n ${INBOX} CROSS JOIN mark
      WHERE n.project_id = :projectId AND n.user_id = :userId AND n.changed_number < mark.number AND n.status = 'unread'
        AND (n.access_level = 'viewer' OR mark.covers_admin) AND ${PRESENT}
      ORDER BY n.changed_number LIMIT ${BATCH}),
   gone AS (
     DELETE FROM notifications
      WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(SELECT id FROM batch))
     RETURNING access_level),
   counted AS (
     SELECT count(*) FILTER (WHERE access_level = 'viewer') AS viewer,
            count(*) FILTER (WHERE access_level = 'admin') AS admin FROM gone)
   UPDATE notification_marks m
      SET read_viewer = read_viewer - counted.viewer, read_admin = read_admin - counted.admin
     FROM mark, counted
    WHERE m.project_id = :projectId AND m.user_id = :userId AND m.number = mark.number
RETURNING counted.viewer + counted.admin AS count`,
);

/** Whether the notification `n` is unread: no mark has read it. */
const UNREAD = `
  n.status = 'unread' AND NOT EXISTS (
    SELECT 1 FROM notification_marks m
     WHERE m.project_id = n.project_id AND m.user_id = n.user_id AND m.number > n.changed_number
       AND (m.covers_admin OR n.access_level = 'viewer'))`;

const UNREAD_DUE = due('unread', `notifications n WHERE created_at < :before AND ${UNREAD}`);

const DELETE_UNREAD = statement<{ access_level: AccessLevel }>(
  'retention_delete_unread',
  `DELETE FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(
     SELECT id FROM notifications n
      WHERE project_id = :projectId AND user_id = :userId AND created_at < :before AND ${UNREAD} LIMIT ${BATCH}))
   RETURNING access_level`,
);

const DELETIONS_DUE = due('deletions', 'notification_deletions WHERE at < :before ORDER BY at');

const DELETE_DELETIONS = statement<{ number: number }>(
  'retention_delete_deletions',
  `DELETE FROM notification_deletions WHERE project_id = :projectId AND user_id = :userId AND number = ANY (ARRAY(
     SELECT number FROM notification_deletions
      WHERE project_id = :projectId AND user_id = :userId AND at < :before ORDER BY number LIMIT ${BATCH}))
   RETURNING number`,
);

/** Whether the mark `m` has no effect: no notification is left that it could have read. */
const SPENT = `
  m.read_viewer + m.read_admin = 0 AND NOT EXISTS (
    SELECT 1 FROM notifications n
     WHERE n.project_id = m.project_id AND n.user_id = m.user_id AND n.changed_number < m.number)`;

const MARKS_DUE = due('marks', `notification_marks m WHERE at < :before AND ${SPENT} ORDER BY at`);

const DELETE_MARKS = statement<{ number: number }>(
  'retention_delete_marks',
  `DELETE FROM notification_marks m
    WHERE m.project_id = :projectId AND m.user_id = :userId AND m.at < :before AND ${SPENT}
   RETURNING m.number`,
);

const DUE = {
  removed: REMOVED_DUE,
  read: READ_DUE,
  marked: MARKED_DUE,
  unread: UNREAD_DUE,
  deletions: DELETIONS_DUE,
  marks: MARKS_DUE,
} as const;

/** What expires: notifications that were removed, read, marked as read or never read; records of deletions; marks. */
export type Expiring = keyof typeof DUE;

/** Deletes the rows of an inbox that expired before a time, a bounded number at a time, in a transaction that holds its lock. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** An inbox with something to delete; undefined when there is none. */
  async due(what: Expiring, before: Date): Promise<InboxKey | undefined> {
    const { [what]: statement } = DUE;
    const values = statement === REMOVED_DUE ? [] : { before };
    const [key] = await acrossProjects(() => this.database.rows(statement, values));
    return key;
  }

  /** Deletes notifications that were read individually. Returns their number, as the others do. */
  async deleteRead(inbox: InboxKey, before: Date): Promise<number> {
    return (await this.database.rows(DELETE_READ, valuesOf(inbox, { before }))).length;
  }

  /**
   * Deletes notifications that were removed together with everything that marks up to this one had read; false when
   * more are left.
   */
  async deleteRemoved(inbox: InboxKey, upTo: number): Promise<boolean> {
    return (await this.database.rows(DELETE_REMOVED, valuesOf(inbox, { upTo }))).length < BATCH;
  }

  /** Deletes notifications that the oldest mark had read. */
  async deleteMarked(inbox: InboxKey, before: Date): Promise<number> {
    const [deleted] = await this.database.rows(DELETE_MARKED, valuesOf(inbox, { before }));
    return deleted?.count ?? 0;
  }

  /** Deletes notifications that were never read, and returns the level of each. */
  async deleteUnread(inbox: InboxKey, before: Date): Promise<AccessLevel[]> {
    const deleted = await this.database.rows(DELETE_UNREAD, valuesOf(inbox, { before }));
    return deleted.map(({ access_level }) => access_level);
  }

  /** Deletes records of deletions, and returns their numbers. */
  async deleteDeletions(inbox: InboxKey, before: Date): Promise<number[]> {
    const deleted = await this.database.rows(DELETE_DELETIONS, valuesOf(inbox, { before }));
    return deleted.map(({ number }) => number);
  }

  /** Deletes marks without effect, and returns their numbers. */
  async deleteMarks(inbox: InboxKey, before: Date): Promise<number[]> {
    const deleted = await this.database.rows(DELETE_MARKS, valuesOf(inbox, { before }));
    return deleted.map(({ number }) => number);
  }
}

function valuesOf({ projectId, userId }: InboxKey, values: object): object {
  return { projectId, userId, ...values };
}

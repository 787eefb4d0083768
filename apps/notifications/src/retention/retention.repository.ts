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

/** Finds, in all projects, an inbox with something to delete. */
function due(name: string, query: string): Statement<InboxKey> {
  const columns = 'project_id AS "projectId", user_id AS "userId"';
  return statement(`retention_due_${name}`, `SELECT ${columns} FROM ${query} LIMIT 1`);
}

const READ_DUE = due('read', `notifications WHERE status = 'read' AND read_at < :before ORDER BY read_at`);

const DELETE_READ = statement<{ number: number }>(
  'retention_delete_read',
  `DELETE FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(
     SELECT id FROM notifications
      WHERE project_id = :projectId AND user_id = :userId AND touched AND status = 'read' AND read_at < :before LIMIT ${BATCH}))
   RETURNING changed_number AS number`,
);

const REMOVED_DUE = due('removed', 'notification_inboxes WHERE to_erase');

const DELETE_REMOVED = statement<object>(
  'retention_delete_removed',
  `DELETE FROM notifications WHERE project_id = :projectId AND user_id = :userId AND id = ANY (ARRAY(
     SELECT n.id FROM notifications n ${INBOX}
      WHERE n.project_id = :projectId AND n.user_id = :userId AND n.changed_number < :upTo AND NOT (${PRESENT})
      ORDER BY n.changed_number LIMIT ${BATCH}))
   RETURNING id`,
);

/** Whether the notification `n` is unread: no mark has read it. */
const UNREAD = `
  n.status = 'unread' AND EXISTS (
    SELECT 1 FROM notification_inboxes i WHERE i.project_id = n.project_id AND i.user_id = n.user_id AND ${PRESENT})
  AND NOT EXISTS (
    SELECT 1 FROM notification_marks m
     WHERE m.project_id = n.project_id AND m.user_id = n.user_id AND m.number > n.changed_number
       AND (m.covers_admin OR n.access_level = 'viewer'))`;

const UNREAD_DUE = due(
  'unread',
  `notifications n WHERE created_at < :before AND ${UNREAD} ORDER BY created_at`,
);

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

const MARKS_DUE = due('marks', `notification_marks WHERE at < :before ORDER BY at, number`);

/** The last of the marks that were deleted, and the last that had covered the notifications for admins. */
export interface DeletedMarks {
  readonly last: number | null;
  readonly lastOfAdmin: number | null;
}

const DELETE_MARKS = statement<DeletedMarks>(
  'retention_delete_marks',
  `WITH gone AS (
     DELETE FROM notification_marks WHERE project_id = :projectId AND user_id = :userId AND at < :before
     RETURNING number, covers_admin)
   SELECT max(number) AS last, max(number) FILTER (WHERE covers_admin) AS "lastOfAdmin" FROM gone`,
);

const DUE = {
  removed: REMOVED_DUE,
  read: READ_DUE,
  unread: UNREAD_DUE,
  deletions: DELETIONS_DUE,
  marks: MARKS_DUE,
} as const;

/** What expires: notifications that were removed, read or never read; records of deletions; marks, and what they have read. */
export type Expiring = keyof typeof DUE;

/** Deletes the rows of an inbox that expired before a time, a bounded number at a time, in a transaction that holds the lock of the inbox. */
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

  /** Deletes notifications that were read individually, and returns the numbers of their last changes. */
  async deleteRead(inbox: InboxKey, before: Date): Promise<number[]> {
    const deleted = await this.database.rows(DELETE_READ, valuesOf(inbox, { before }));
    return deleted.map(({ number }) => number);
  }

  /**
   * Deletes notifications that were removed together with everything that marks up to this one had read; false when
   * more may be left.
   */
  async deleteRemoved(inbox: InboxKey, upTo: number): Promise<boolean> {
    return (await this.database.rows(DELETE_REMOVED, valuesOf(inbox, { upTo }))).length < BATCH;
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

  /** Deletes marks. The caller then removes what they had read. */
  async deleteMarks(inbox: InboxKey, before: Date): Promise<DeletedMarks> {
    const [deleted] = await this.database.rows(DELETE_MARKS, valuesOf(inbox, { before }));
    return deleted ?? { last: null, lastOfAdmin: null };
  }
}

function valuesOf({ projectId, userId }: InboxKey, values: object): object {
  return { projectId, userId, ...values };
}

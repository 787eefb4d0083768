import { Injectable } from '@nestjs/common';
import type { AccessLevel } from '@pks/contracts';
import { Database, type Statement, statement } from '@pks/platform';
import type { NotificationInbox } from '../notifications/notification-inbox.entity.ts';
import { NotificationInboxesRepository } from '../notifications/notification-inboxes.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';

/** So many rows are dropped in a transaction. */
const BATCH = 1_000;

interface Owner {
  readonly project_id: string;
  readonly user_id: string;
}

/** Whose inbox has something to drop: looked for in all projects, and dropped in one. */
function due(name: string, query: string): Statement<Owner> {
  return statement(`retention_due_${name}`, `SELECT project_id, user_id FROM ${query} LIMIT 1`);
}

const READ_DUE = due('read', `notifications WHERE status = 'read' AND read_at < $1 ORDER BY read_at`);

const DROP_READ = statement<object>(
  'retention_drop_read',
  `DELETE FROM notifications WHERE project_id = $1 AND user_id = $2 AND id = ANY (ARRAY(
     SELECT id FROM notifications
      WHERE project_id = $1 AND user_id = $2 AND touched AND status = 'read' AND read_at < $3 LIMIT ${BATCH}))
   RETURNING id`,
);

const MARKED_DUE = due(
  'marked',
  `notification_marks WHERE at < $1 AND read_viewer + read_admin > 0 ORDER BY at, number`,
);

/** Of the oldest mark that still reads anything: what an earlier one had read is gone already. */
const DROP_MARKED = statement<{ count: number }>(
  'retention_drop_marked',
  `WITH mark AS (
     SELECT number, covers_admin FROM notification_marks
      WHERE project_id = $1 AND user_id = $2 AND at < $3 AND read_viewer + read_admin > 0
      ORDER BY number LIMIT 1),
   batch AS (
     SELECT n.id FROM notifications n, mark
      WHERE n.project_id = $1 AND n.user_id = $2 AND n.changed_number < mark.number AND n.status = 'unread'
        AND (n.access_level = 'viewer' OR mark.covers_admin)
      ORDER BY n.changed_number LIMIT ${BATCH}),
   gone AS (
     DELETE FROM notifications
      WHERE project_id = $1 AND user_id = $2 AND id = ANY (ARRAY(SELECT id FROM batch))
     RETURNING access_level),
   counted AS (
     SELECT count(*) FILTER (WHERE access_level = 'viewer') AS viewer,
            count(*) FILTER (WHERE access_level = 'admin') AS admin FROM gone)
   UPDATE notification_marks m
      SET read_viewer = read_viewer - counted.viewer, read_admin = read_admin - counted.admin
     FROM mark, counted
    WHERE m.project_id = $1 AND m.user_id = $2 AND m.number = mark.number
RETURNING counted.viewer + counted.admin AS count`,
);

/** Of the notification `n`: no mark has read it. */
const UNREAD = `
  n.status = 'unread' AND NOT EXISTS (
    SELECT FROM notification_marks m
     WHERE m.project_id = n.project_id AND m.user_id = n.user_id AND m.number > n.changed_number
       AND (m.covers_admin OR n.access_level = 'viewer'))`;

const UNREAD_DUE = due('unread', `notifications n WHERE created_at < $1 AND ${UNREAD}`);

const DROP_UNREAD = statement<{ access_level: AccessLevel }>(
  'retention_drop_unread',
  `DELETE FROM notifications WHERE project_id = $1 AND user_id = $2 AND id = ANY (ARRAY(
     SELECT id FROM notifications n
      WHERE project_id = $1 AND user_id = $2 AND created_at < $3 AND ${UNREAD} LIMIT ${BATCH}))
   RETURNING access_level`,
);

const DELETIONS_DUE = due('deletions', 'notification_deletions WHERE at < $1 ORDER BY at');

const DROP_DELETIONS = statement<{ number: number }>(
  'retention_drop_deletions',
  `DELETE FROM notification_deletions WHERE project_id = $1 AND user_id = $2 AND number = ANY (ARRAY(
     SELECT number FROM notification_deletions
      WHERE project_id = $1 AND user_id = $2 AND at < $3 ORDER BY number LIMIT ${BATCH}))
   RETURNING number`,
);

/** Of the mark `m`: nothing is left that it could have read, so it tells nothing. */
const SPENT = `
  m.read_viewer + m.read_admin = 0 AND NOT EXISTS (
    SELECT FROM notifications n
     WHERE n.project_id = m.project_id AND n.user_id = m.user_id AND n.changed_number < m.number)`;

const MARKS_DUE = due('marks', `notification_marks m WHERE at < $1 AND ${SPENT} ORDER BY at`);

const DROP_MARKS = statement<{ number: number }>(
  'retention_drop_marks',
  `DELETE FROM notification_marks m
    WHERE m.project_id = $1 AND m.user_id = $2 AND m.at < $3 AND ${SPENT}
   RETURNING m.number`,
);

/**
 * Drops what nobody needs any more, of one user at a time under the lock of his inbox, and a bounded number of rows. Each
 * says whether there was anything to drop.
 */
@Injectable()
export class RetentionRepository {
  constructor(
    private readonly database: Database,
    private readonly inboxes: NotificationInboxesRepository,
    private readonly notices: NotificationNotices,
  ) {}

  /** What was read, by itself, before a time. */
  dropRead(before: Date): Promise<boolean> {
    return this.drop(
      READ_DUE,
      before,
      async (values) => (await this.database.rows(DROP_READ, values)).length,
    );
  }

  /** What was read by a mark before a time. */
  dropMarked(before: Date): Promise<boolean> {
    return this.drop(MARKED_DUE, before, async (values) => {
      const [dropped] = await this.database.rows(DROP_MARKED, values);
      return dropped?.count ?? 0;
    });
  }

  /** What happened before a time and was never read; who follows lists anew. */
  dropUnread(before: Date, now: Date): Promise<boolean> {
    return this.drop(UNREAD_DUE, before, async (values, inbox) => {
      const dropped = await this.database.rows(DROP_UNREAD, values);
      if (dropped.length === 0) return 0;
      for (const { access_level } of dropped) inbox.countUnread(access_level, -1);
      inbox.forget(inbox.beginChange(now));
      await this.inboxes.store(inbox);
      this.notices.moved(inbox.projectId, [inbox.userId]);
      return dropped.length;
    });
  }

  /** What is remembered of deletions before a time. */
  dropDeletions(before: Date): Promise<boolean> {
    return this.drop(DELETIONS_DUE, before, async (values, inbox) =>
      this.forget(inbox, await this.database.rows(DROP_DELETIONS, values)),
    );
  }

  /** Marks made before a time that nothing is left to be read by. */
  dropMarks(before: Date): Promise<boolean> {
    return this.drop(MARKS_DUE, before, async (values, inbox) =>
      this.forget(inbox, await this.database.rows(DROP_MARKS, values)),
    );
  }

  private drop(
    whose: Statement<Owner>,
    before: Date,
    work: (values: readonly unknown[], inbox: NotificationInbox) => Promise<number>,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const [owner] = await this.database.rows(whose, [before]);
      const inbox =
        owner && (await this.inboxes.lock({ projectId: owner.project_id, userId: owner.user_id }));
      return inbox ? (await work([inbox.projectId, inbox.userId, before], inbox)) > 0 : false;
    });
  }

  private async forget(
    inbox: NotificationInbox,
    changes: readonly { readonly number: number }[],
  ): Promise<number> {
    if (changes.length === 0) return 0;
    inbox.forget(Math.max(...changes.map(({ number }) => number)));
    await this.inboxes.store(inbox);
    return changes.length;
  }
}

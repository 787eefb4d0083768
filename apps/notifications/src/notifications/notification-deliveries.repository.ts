import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { v7 } from 'uuid';
import type { Delivery } from '../announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';

/** How many users one statement notifies. */
const BATCH = 500;

/** Inserts the inboxes, or locks the existing ones, always in the same order so that no deadlock arises. */
const LOCK = statement<object>(
  'notification_inboxes_lock',
  `INSERT INTO notification_inboxes
     (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, changed_at)
   SELECT $1, user_id, 0, 0, 0, 0, $3 FROM unnest($2::uuid[]) user_id ORDER BY user_id
   ON CONFLICT (project_id, user_id) DO UPDATE SET changed_at = greatest(notification_inboxes.changed_at, $3)`,
);

/** A user who was notified of the event already is left out, and nothing is counted for them. */
const INSERT = statement<{ user_id: string }>(
  'notifications_insert',
  `WITH inserted AS (
     INSERT INTO notifications
       (project_id, user_id, id, event_id, notification_type, access_level, title, message,
        source_object_type, source_object_id, actions, status, created_number, changed_number, created_at, updated_at)
     SELECT $1, i.user_id, r.id, $4, $5, $6, $7, $8, $9, $10, $11, 'unread', next.number, next.number, $12, $12
       FROM unnest($2::uuid[], $3::uuid[]) r (user_id, id)
       JOIN notification_inboxes i ON i.project_id = $1 AND i.user_id = r.user_id
      CROSS JOIN LATERAL (SELECT greatest(i.last_number, $13::bigint) + 1 AS number) next
     ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING
     RETURNING user_id, created_number)
   UPDATE notification_inboxes i
      SET last_number = inserted.created_number,
          unread_viewer = unread_viewer + ($6 = 'viewer')::integer,
          unread_admin = unread_admin + ($6 = 'admin')::integer,
          oldest = least(oldest, $12), newest = greatest(newest, $12)
     FROM inserted
    WHERE i.project_id = $1 AND i.user_id = inserted.user_id
RETURNING i.user_id`,
);

/** Inserts notifications of an event, one per user: of what concerns single users. */
@Injectable()
export class NotificationDeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly projects: NotificationProjectsRepository,
  ) {}

  /** Notifies those who were not notified of the event yet, and returns them. Part of the current transaction. */
  async deliver(delivery: Delivery, userIds: readonly string[], now: Date): Promise<string[]> {
    const everybody = [...new Set(userIds)].sort();
    const announced = await this.projects.hold(delivery.projectId);
    const notified: string[] = [];
    for (let first = 0; first < everybody.length; first += BATCH) {
      notified.push(...(await this.insert(delivery, announced, everybody.slice(first, first + BATCH), now)));
    }
    return notified;
  }

  private async insert(
    delivery: Delivery,
    announced: number,
    userIds: readonly string[],
    now: Date,
  ): Promise<string[]> {
    const { projectId, eventId, type, level, title, message, sourceType, sourceId, actions, at } = delivery;
    await this.database.rows(LOCK, [projectId, userIds, now]);
    const inserted = await this.database.rows(INSERT, [
      projectId,
      userIds,
      userIds.map(() => v7()),
      eventId,
      type,
      level,
      title,
      message,
      sourceType,
      sourceId,
      actions,
      at,
      announced,
    ]);
    return inserted.map(({ user_id }) => user_id);
  }
}

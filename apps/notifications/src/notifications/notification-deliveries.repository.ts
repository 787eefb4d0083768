import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { v7 } from 'uuid';
import type { Delivery } from '../announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';

/** Inserts the inbox, or locks the existing one. */
const LOCK = statement<object>(
  'notification_inboxes_lock',
  `INSERT INTO notification_inboxes
     (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, changed_at)
   VALUES (:projectId, :userId, 0, 0, 0, 0, :now)
   ON CONFLICT (project_id, user_id) DO UPDATE SET changed_at = greatest(notification_inboxes.changed_at, excluded.changed_at)`,
);

/** If the user was already notified of the event, nothing is inserted or counted. */
const INSERT = statement<object>(
  'notifications_insert',
  `WITH inserted AS (
     INSERT INTO notifications
       (project_id, user_id, id, event_id, notification_type, access_level, title, message,
        source_object_type, source_object_id, actions, status, created_number, changed_number, created_at, updated_at)
     SELECT :projectId, :userId, :id, :eventId, :type, :level, :title, :message, :sourceType, :sourceId, :actions, 'unread',
            next.number, next.number, :at, :at
       FROM notification_inboxes i
      CROSS JOIN LATERAL (SELECT greatest(i.last_number, :announced::bigint) + 1 AS number) next
      WHERE i.project_id = :projectId AND i.user_id = :userId
     ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING
     RETURNING created_number)
   UPDATE notification_inboxes
      SET last_number = inserted.created_number,
          unread_viewer = unread_viewer + (:level = 'viewer')::integer,
          unread_admin = unread_admin + (:level = 'admin')::integer,
          oldest = least(oldest, :at), newest = greatest(newest, :at)
     FROM inserted
    WHERE project_id = :projectId AND user_id = :userId
RETURNING user_id`,
);

/** Inserts notifications of events that concern a single user. */
@Injectable()
export class NotificationDeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly projects: NotificationProjectsRepository,
  ) {}

  /** Notifies the user of an event; false if they were notified before. Part of the current transaction. */
  async deliver(delivery: Delivery, userId: string, now: Date): Promise<boolean> {
    const announced = await this.projects.hold(delivery.projectId);
    await this.database.rows(LOCK, { projectId: delivery.projectId, userId, now });
    const inserted = await this.database.rows(INSERT, { ...delivery, id: v7(), userId, announced });
    return inserted.length > 0;
  }
}

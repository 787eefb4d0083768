import { Injectable } from '@nestjs/common';
import type { AccessLevel, NotificationActions, NotificationType } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { v7 } from 'uuid';

/** What users of a project are told of an event. */
export interface Delivery {
  readonly projectId: string;
  readonly eventId: string;
  readonly type: NotificationType;
  readonly level: AccessLevel;
  readonly title: string;
  readonly message: string;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly actions: NotificationActions | null;
  /** When it happened. */
  readonly at: Date;
}

/** So many users are told by one statement. */
const BATCH = 500;

/** Makes the inboxes, or locks those that are there, one after the other in the order of all: nobody waits in a circle. */
const LOCK = statement<object>(
  'notification_inboxes_take',
  `INSERT INTO notification_inboxes
     (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, changed_at)
   SELECT $1, user_id, 0, 0, 0, 0, $3 FROM unnest($2::uuid[]) user_id ORDER BY user_id
   ON CONFLICT (project_id, user_id) DO UPDATE SET changed_at = greatest(notification_inboxes.changed_at, $3)`,
);

/** Who was told already is told nothing, and nothing is counted. */
const TELL = statement<{ user_id: string }>(
  'notifications_tell',
  `WITH told AS (
     INSERT INTO notifications
       (project_id, user_id, id, event_id, notification_type, access_level, title, message,
        source_object_type, source_object_id, actions, status, created_number, changed_number, created_at, updated_at)
     SELECT $1, i.user_id, r.id, $4, $5, $6, $7, $8, $9, $10, $11, 'unread',
            i.last_number + 1, i.last_number + 1, $12, $12
       FROM unnest($2::uuid[], $3::uuid[]) r (user_id, id)
       JOIN notification_inboxes i ON i.project_id = $1 AND i.user_id = r.user_id
     ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING
     RETURNING user_id)
   UPDATE notification_inboxes i
      SET last_number = last_number + 1,
          unread_viewer = unread_viewer + ($6 = 'viewer')::integer,
          unread_admin = unread_admin + ($6 = 'admin')::integer,
          oldest = least(oldest, $12), newest = greatest(newest, $12)
     FROM told
    WHERE i.project_id = $1 AND i.user_id = told.user_id
RETURNING i.user_id`,
);

/** Tells users something, each of them once. */
@Injectable()
export class NotificationDeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Tells those who were not told of it yet, and returns them. Part of the transaction under way. */
  async deliver(delivery: Delivery, userIds: readonly string[], now: Date): Promise<string[]> {
    const everybody = [...new Set(userIds)].sort();
    const told: string[] = [];
    for (let first = 0; first < everybody.length; first += BATCH) {
      told.push(...(await this.tell(delivery, everybody.slice(first, first + BATCH), now)));
    }
    return told;
  }

  private async tell(delivery: Delivery, userIds: readonly string[], now: Date): Promise<string[]> {
    const { projectId, eventId, type, level, title, message, sourceType, sourceId, actions, at } = delivery;
    await this.database.rows(LOCK, [projectId, userIds, now]);
    const told = await this.database.rows(TELL, [
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
    ]);
    return told.map(({ user_id }) => user_id);
  }
}

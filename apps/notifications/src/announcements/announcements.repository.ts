import { Injectable } from '@nestjs/common';
import type { AccessLevel, NotificationActions, NotificationType } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { v7 } from 'uuid';

/** A notification of an event, to store for one user or for everybody on its level. */
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
  /** When the event happened. */
  readonly at: Date;
}

/** How many numbers lie between two announcements, for the changes that members make in between. */
const BLOCK = 2 ** 22;

/** The next number of a project, for an announcement or for a deletion of announcements. */
export const NEXT_NUMBER = `(last_number / ${BLOCK} + 1) * ${BLOCK}`;

/**
 * The constraint detects an event that was announced before: a query for it, planned while the project has few announcements, might
 * read all of them later. Users of the audience who must not be notified get an exception, which is subtracted from their unread count.
 */
const ANNOUNCE = statement<{ number: number }>(
  'announcements_announce',
  `WITH place AS (
     SELECT ${NEXT_NUMBER} AS number, greatest(:at::timestamptz, newest + interval '1 millisecond') AS at,
            announced_viewer + (:level = 'viewer')::integer AS viewer,
            announced_admin + (:level = 'admin')::integer AS admin
       FROM notification_projects WHERE project_id = :projectId),
   announced AS (
     INSERT INTO announcements
       (project_id, number, id, event_id, notification_type, access_level, nth, title, message, source_object_type,
        source_object_id, actions, created_at)
     SELECT :projectId, number, :id, :eventId, :type, :level, CASE :level WHEN 'admin' THEN admin ELSE viewer END, :title,
            :message, :sourceType, :sourceId, :actions, at
       FROM place
     ON CONFLICT ON CONSTRAINT announcements_once DO NOTHING
     RETURNING number),
   moved AS (
     UPDATE notification_projects
        SET last_number = place.number, newest = at, announced_viewer = viewer, announced_admin = admin
       FROM place JOIN announced USING (number)
      WHERE project_id = :projectId),
   excepted AS (
     INSERT INTO announcement_exceptions (project_id, user_id, number, access_level)
     SELECT :projectId, p.user_id, announced.number, :level
       FROM announced
       JOIN audience_periods p ON p.project_id = :projectId AND p.user_id = ANY (:not::uuid[])
                              AND p.access_level = :level AND p.to_number IS NULL
     RETURNING user_id),
   subtracted AS (
     INSERT INTO notification_inboxes AS i
       (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, changed_at)
     SELECT :projectId, user_id, 0, 0, -(:level = 'viewer')::integer, -(:level = 'admin')::integer, :now
       FROM excepted ORDER BY user_id
     ON CONFLICT (project_id, user_id) DO UPDATE
        SET unread_viewer = i.unread_viewer + excluded.unread_viewer,
            unread_admin = i.unread_admin + excluded.unread_admin)
   SELECT number FROM announced`,
);

const EXCEPT = statement<object>(
  'announcements_except',
  `INSERT INTO announcement_exceptions (project_id, user_id, number, access_level)
   VALUES (:projectId, :userId, :number, :level)`,
);

/** Announces events to projects, and excepts single users from announcements. */
@Injectable()
export class AnnouncementsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Announces an event to the audience of its level, except the users in `not`; false if it was announced before. The caller
   * holds the lock of the project.
   */
  async announce(delivery: Delivery, not: readonly string[], now: Date): Promise<boolean> {
    const announced = await this.database.rows(ANNOUNCE, { ...delivery, id: v7(), not, now });
    return announced.length > 0;
  }

  /** Excepts a user of its audience from an announcement. The caller adjusts the count that included it. */
  async except(projectId: string, userId: string, number: number, level: AccessLevel): Promise<void> {
    await this.database.rows(EXCEPT, { projectId, userId, number, level });
  }
}

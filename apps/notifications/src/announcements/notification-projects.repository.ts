import { Injectable } from '@nestjs/common';
import type { AccessLevel, AudienceChange } from '@pks/contracts';
import { Database, type Statement, statement } from '@pks/platform';

interface Place {
  readonly last_number: number;
  readonly audience_number: number;
}

const CREATE = statement<object>(
  'notification_projects_create',
  `INSERT INTO notification_projects (project_id, last_number) VALUES (:projectId, 0) ON CONFLICT DO NOTHING`,
);

const PLACE = 'SELECT last_number, audience_number FROM notification_projects WHERE project_id = :projectId';

const FIND = statement<Place>('notification_projects_find', PLACE);

const LOCK = statement<Place>('notification_projects_lock', `${PLACE} FOR NO KEY UPDATE`);

const HOLD = statement<Place>('notification_projects_hold', `${PLACE} FOR SHARE`);

/** Ends the periods of users who left or are no longer admins, begins those of new members and admins, and records the last change. */
const FOLLOW = statement<object>(
  'notification_projects_follow',
  `WITH changed AS MATERIALIZED (
     SELECT * FROM unnest(:userIds::uuid[], :members::boolean[], :admins::boolean[]) c (user_id, is_member, is_admin)),
   wanted AS (
     SELECT user_id, 'viewer' AS level FROM changed WHERE is_member
      UNION ALL SELECT user_id, 'admin' FROM changed WHERE is_admin),
   place AS (
     UPDATE notification_projects SET audience_number = :upTo WHERE project_id = :projectId RETURNING last_number),
   ended AS (
     UPDATE audience_periods p SET to_number = place.last_number
       FROM place, changed c
      WHERE p.project_id = :projectId AND p.user_id = c.user_id AND p.to_number IS NULL
        AND NOT CASE p.access_level WHEN 'admin' THEN c.is_admin ELSE c.is_member END)
   INSERT INTO audience_periods (project_id, user_id, access_level, from_number)
   SELECT :projectId, w.user_id, w.level, place.last_number
     FROM wanted w CROSS JOIN place
    WHERE NOT EXISTS (SELECT 1 FROM audience_periods p
                       WHERE p.project_id = :projectId AND p.user_id = w.user_id AND p.access_level = w.level
                         AND p.to_number IS NULL)
   ON CONFLICT ON CONSTRAINT audience_periods_pkey DO UPDATE SET to_number = NULL`,
);

const AMONG = statement<object>(
  'notification_projects_among',
  `SELECT FROM audience_periods
    WHERE project_id = :projectId AND user_id = :userId AND access_level = :level AND to_number IS NULL`,
);

/** Reads and updates the numbering of projects, and their audiences. */
@Injectable()
export class NotificationProjectsRepository {
  constructor(private readonly database: Database) {}

  /** The number of the last audience change that is stored; 0 for a project without notifications yet. */
  async audienceNumber(projectId: string): Promise<number> {
    const [place] = await this.database.rows(FIND, { projectId });
    return place?.audience_number ?? 0;
  }

  /**
   * The number of the last announcement. No other is made until the end of the transaction; changes of inboxes go on
   * meanwhile.
   */
  async hold(projectId: string): Promise<number> {
    return (await this.placed(HOLD, projectId)).last_number;
  }

  /**
   * Locks the project for an announcement, or for a change of its audience: all changes of its inboxes wait. Returns the number
   * of the last audience change that is stored.
   */
  async lock(projectId: string): Promise<number> {
    return (await this.placed(LOCK, projectId)).audience_number;
  }

  /** Applies the audience changes after the number `known` to the periods. The caller holds the lock of the project. */
  async follow(projectId: string, known: number, changes: readonly AudienceChange[]): Promise<void> {
    const fresh = changes.filter(({ number }) => number > known);
    if (fresh.length === 0) return;
    await this.database.rows(FOLLOW, {
      projectId,
      userIds: fresh.map(({ user_id }) => user_id),
      members: fresh.map(({ is_member }) => is_member),
      admins: fresh.map(({ is_admin }) => is_admin),
      upTo: Math.max(...fresh.map(({ number }) => number)),
    });
  }

  /** Whether the user is in the audience of a level now. */
  async isAmong(projectId: string, level: AccessLevel, userId: string): Promise<boolean> {
    return (await this.database.rows(AMONG, { projectId, level, userId })).length > 0;
  }

  private async placed(locking: Statement<Place>, projectId: string): Promise<Place> {
    const [place] = await this.database.rows(locking, { projectId });
    if (place) return place;
    await this.database.rows(CREATE, { projectId });
    const [created] = await this.database.rows(locking, { projectId });
    if (!created) throw new Error('The project has no row of its notifications.');
    return created;
  }
}

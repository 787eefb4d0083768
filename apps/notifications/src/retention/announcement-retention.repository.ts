import { Injectable } from '@nestjs/common';
import { Database, acrossProjects, statement } from '@pks/platform';
import { MAX_NUMBER } from '../announcements/announcement-fragments.ts';
import { NEXT_NUMBER } from '../announcements/announcements.repository.ts';

/** How many announcements, and about how many of their exceptions, a transaction deletes. */
const BATCH = 1_000;
const EXCEPTIONS = 10_000;

const DUE = statement<{ projectId: string }>(
  'announcement_retention_due',
  `SELECT project_id AS "projectId" FROM announcements WHERE created_at < :before ORDER BY created_at LIMIT 1`,
);

/** The inbox of a user, or the mark that would have read the announcement, had subtracted the exception: adds it back, unless its notification was removed. */
const DROP = statement<{ last_number: number }>(
  'announcement_retention_drop',
  `WITH due AS MATERIALIZED (
     SELECT number FROM announcements
      WHERE project_id = :projectId AND created_at < :before ORDER BY number LIMIT ${BATCH}),
   excepted AS MATERIALIZED (
     SELECT coalesce(
       (SELECT number FROM announcement_exceptions WHERE project_id = :projectId
         ORDER BY number OFFSET ${EXCEPTIONS} LIMIT 1), ${MAX_NUMBER}) AS number),
   upto AS MATERIALIZED (
     SELECT least(max(due.number), greatest(min(due.number), min(excepted.number))) AS number
       FROM due CROSS JOIN excepted),
   gone AS (
     DELETE FROM announcements a USING upto
      WHERE a.project_id = :projectId AND a.number <= upto.number RETURNING a.access_level),
   spared AS (
     DELETE FROM announcement_exceptions e USING upto
      WHERE e.project_id = :projectId AND e.number <= upto.number RETURNING e.user_id, e.number, e.access_level),
   counted AS MATERIALIZED (
     SELECT s.user_id, mark.number AS mark, count(*) FILTER (WHERE s.access_level = 'viewer') AS viewer,
            count(*) FILTER (WHERE s.access_level = 'admin') AS admin
       FROM spared s
       JOIN notification_inboxes i ON i.project_id = :projectId AND i.user_id = s.user_id
        AND s.number > CASE s.access_level WHEN 'admin' THEN i.removed_admin ELSE i.removed_viewer END
      CROSS JOIN LATERAL (
        SELECT min(m.number) AS number FROM notification_marks m
         WHERE m.project_id = :projectId AND m.user_id = s.user_id AND m.number > s.number
           AND (m.covers_admin OR s.access_level = 'viewer')) mark
      GROUP BY s.user_id, mark.number),
   read AS (
     UPDATE notification_marks m SET read_viewer = read_viewer + c.viewer, read_admin = read_admin + c.admin
       FROM counted c WHERE m.project_id = :projectId AND m.user_id = c.user_id AND m.number = c.mark),
   unread AS (
     UPDATE notification_inboxes i
        SET unread_viewer = unread_viewer + c.viewer, unread_admin = unread_admin + c.admin
       FROM counted c WHERE i.project_id = :projectId AND i.user_id = c.user_id AND c.mark IS NULL),
   past AS (
     DELETE FROM audience_periods p USING upto
      WHERE p.project_id = :projectId AND p.to_number <= upto.number)
   UPDATE notification_projects
      SET last_number = ${NEXT_NUMBER}, forgotten_number = ${NEXT_NUMBER},
          dropped_viewer = dropped_viewer + (SELECT count(*) FROM gone WHERE access_level = 'viewer'),
          dropped_admin = dropped_admin + (SELECT count(*) FROM gone WHERE access_level = 'admin')
    WHERE project_id = :projectId AND EXISTS (SELECT 1 FROM gone)
RETURNING last_number`,
);

/** Deletes announcements of old events with their exceptions and the periods that ended before, a bounded number at a time. */
@Injectable()
export class AnnouncementRetentionRepository {
  constructor(private readonly database: Database) {}

  /** A project with announcements made before a time; undefined when there is none. */
  async due(before: Date): Promise<string | undefined> {
    const [found] = await acrossProjects(() => this.database.rows(DUE, { before }));
    return found?.projectId;
  }

  /** Deletes the oldest announcements; followers list again. False if there were none. The caller holds the lock of the project. */
  async drop(projectId: string, before: Date): Promise<boolean> {
    return (await this.database.rows(DROP, { projectId, before })).length > 0;
  }
}

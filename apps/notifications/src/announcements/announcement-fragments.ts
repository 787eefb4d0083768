/** No announcement or change has a greater number. */
export const MAX_NUMBER = '9223372036854775807';

/**
 * How many announcements of a level were made in a project up to a number. The fragments in this file are for statements with
 * a `:projectId` and, except this one, a `:userId`.
 */
function announcedUpTo(level: string, number: string): string {
  return `coalesce(
    (SELECT nth FROM announcements
      WHERE project_id = :projectId AND access_level = ${level} AND number <= ${number} ORDER BY number DESC LIMIT 1),
    (SELECT CASE ${level} WHEN 'admin' THEN dropped_admin ELSE dropped_viewer END
       FROM notification_projects WHERE project_id = :projectId),
    0)`;
}

/** Whether the announcement `a` is not an exception for the user. */
export const IS_NOT_EXCEPTED = `
  NOT EXISTS (SELECT 1 FROM announcement_exceptions e
               WHERE e.project_id = :projectId AND e.user_id = :userId AND e.number = a.number)`;

/** `IS_NOT_EXCEPTED` for checking many announcements: the user's exceptions are read once. */
export const IS_NOT_AMONG_EXCEPTIONS = `
  a.number NOT IN (SELECT e.number FROM announcement_exceptions e
                    WHERE e.project_id = :projectId AND e.user_id = :userId)`;

/** Whether the announcement `a` belongs to the user. */
export const IS_RECEIVED = `
  EXISTS (SELECT 1 FROM audience_periods p
           WHERE p.project_id = :projectId AND p.user_id = :userId AND p.access_level = a.access_level
             AND p.from_number < a.number AND coalesce(p.to_number, ${MAX_NUMBER}) >= a.number)
  AND ${IS_NOT_EXCEPTED}`;

/**
 * The table expression `spans`: the parts in which the user was in the audience, of ranges of numbers of a `level` (`low` exclusive,
 * `high` inclusive), which another table expression has.
 */
export function spansOf(ranges: string): string {
  return `
  spans AS MATERIALIZED (
    SELECT level, greatest(from_number, low) AS low, least(coalesce(to_number, ${MAX_NUMBER}), high) AS high
      FROM ${ranges}
      JOIN audience_periods ON project_id = :projectId AND user_id = :userId AND access_level = level
     WHERE greatest(from_number, low) < least(coalesce(to_number, ${MAX_NUMBER}), high))`;
}

/** The number of announcements in `spans`, exceptions included: the counts of inboxes and marks subtract these. */
export const COUNT_OF_SPANS = `
  (SELECT coalesce(sum(${announcedUpTo('level', 'high')} - ${announcedUpTo('level', 'low')}), 0)::bigint FROM spans)`;

import { Injectable } from '@nestjs/common';
import { type ListNotifications, NOTIFICATION_TYPES, type Page } from '@pks/contracts';
import { Database, pageOf, statement } from '@pks/platform';
import { MARK, type NotificationRow, ROW } from './notification-row.ts';
import { type Reader, valuesOf } from './reader.ts';

/** After every number. */
const LAST = '9223372036854775807';

/**
 * `$1` project, `$2` user, `$3` his levels, `$4` types, `$5` status or null, `$6` since when what was read is listed,
 * `$7` limit, `$8` offset.
 *
 * What nobody touched since it was made is unread or read by the marks alone, so its status is a range of numbers; and
 * what was made between two marks is of a known stretch of time. So the index in the order of the list is read from the
 * first result on, however much lies behind that was read long ago. What was touched is looked at one by one.
 */
const FOUND = `
  WITH marks AS MATERIALIZED (
    SELECT * FROM notification_marks WHERE project_id = $1 AND user_id = $2),
  inbox AS MATERIALIZED (
    SELECT * FROM notification_inboxes WHERE project_id = $1 AND user_id = $2),
  stretches AS (
    SELECT number, oldest, newest FROM marks UNION ALL SELECT ${LAST}, oldest, newest FROM inbox),
  levels AS MATERIALIZED (
    SELECT level, coalesce(max(number) FILTER (WHERE at <= $6::timestamptz), 0) AS hidden,
           coalesce(max(number), 0) AS marked
      FROM unnest($3::text[]) level LEFT JOIN marks ON marks.covers_admin OR level = 'viewer'
     GROUP BY level),
  numbers AS MATERIALIZED (
    SELECT level, CASE WHEN $5::text = 'unread' THEN marked ELSE hidden END AS low,
           CASE WHEN $5::text = 'read' THEN marked ELSE ${LAST} END AS high
      FROM levels),
  ranges AS MATERIALIZED (
    SELECT level, low, high, min(oldest) AS oldest, max(newest) AS newest
      FROM numbers JOIN stretches ON number > low AND number <= high
     GROUP BY level, low, high),
  touched AS MATERIALIZED (
    SELECT n.id, n.created_at, n.status = 'read' AS reads_itself
      FROM notifications n JOIN numbers ON numbers.level = n.access_level
     WHERE n.project_id = $1 AND n.user_id = $2 AND n.touched
       AND n.notification_type = ANY ($4::text[])
       AND CASE n.status WHEN 'unread' THEN n.changed_number > low AND n.changed_number < high
                         ELSE $5::text IS DISTINCT FROM 'unread' AND n.read_at > $6::timestamptz END)`;

/** What is as it was made, of a range and a type. */
const AS_MADE = `
  notifications n
  WHERE n.project_id = $1 AND n.user_id = $2 AND n.access_level = ranges.level AND n.notification_type = type
    AND NOT n.touched AND n.created_at BETWEEN ranges.oldest AND ranges.newest
    AND n.created_number > ranges.low AND n.created_number < ranges.high`;

/** Kept counts: what is unread, what each mark reads; and the few that were read one by one. */
const KEPT_TOTAL = `
  SELECT (SELECT count(*) FROM touched WHERE reads_itself)
       + coalesce((SELECT sum(unread_viewer + CASE WHEN 'admin' = ANY ($3::text[]) THEN unread_admin ELSE 0 END)
                     FROM inbox WHERE $5::text IS DISTINCT FROM 'read'), 0)::bigint
       + coalesce((SELECT sum(read_viewer + CASE WHEN 'admin' = ANY ($3::text[]) THEN read_admin ELSE 0 END)
                     FROM marks WHERE $5::text IS DISTINCT FROM 'unread' AND at > $6::timestamptz), 0)::bigint AS total`;

/** Of a type nothing is counted beforehand. */
const COUNTED_TOTAL = `
  SELECT (SELECT count(*) FROM touched)
       + coalesce((SELECT sum((SELECT count(*) FROM ${AS_MADE}))
                     FROM ranges CROSS JOIN unnest($4::text[]) type), 0)::bigint AS total`;

function listing(name: string, total: string) {
  return statement<NotificationRow & { total: number }>(
    name,
    `${FOUND},
     counted AS (${total}),
     page AS (
       SELECT id FROM (
         SELECT n.id, n.created_at
           FROM ranges CROSS JOIN unnest($4::text[]) type
          CROSS JOIN LATERAL (
            SELECT n.id, n.created_at FROM ${AS_MADE}
             ORDER BY n.created_at DESC, n.id DESC LIMIT $7::bigint + $8::bigint) n
         UNION ALL SELECT id, created_at FROM touched) found
        ORDER BY created_at DESC, id DESC LIMIT $7 OFFSET $8)
     SELECT counted.total, shown.*
       FROM counted
       LEFT JOIN (
         SELECT ${ROW}
           FROM page JOIN notifications n ON n.project_id = $1 AND n.user_id = $2 AND n.id = page.id ${MARK}
       ) shown ON true
      ORDER BY shown.created_at DESC, shown.id DESC`,
  );
}

const LIST = listing('notifications_list', KEPT_TOTAL);
const LIST_OF_TYPE = listing('notifications_list_of_type', COUNTED_TOTAL);

/** Lists notifications. */
@Injectable()
export class NotificationListsRepository {
  constructor(private readonly database: Database) {}

  /** A reader's unread ones, and those read after a time, newest first. */
  async list(reader: Reader, readAfter: Date, asked: ListNotifications): Promise<Page<NotificationRow>> {
    const { status = null, notification_type: type, limit, offset } = asked;
    const types = type === undefined ? NOTIFICATION_TYPES : [type];
    const values = [...valuesOf(reader), types, status, readAfter, limit, offset];
    return pageOf(await this.database.rows(type === undefined ? LIST : LIST_OF_TYPE, values));
  }
}

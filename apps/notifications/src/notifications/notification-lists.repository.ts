import { Injectable } from '@nestjs/common';
import {
  type FoundCount,
  type ListNotifications,
  MOST_FOUND,
  NOTIFICATION_TYPES,
  type Page,
} from '@pks/contracts';
import { Database, pageOf, pageStatement, withinFound } from '@pks/platform';
import {
  MAX_NUMBER,
  IS_NOT_AMONG_EXCEPTIONS,
  COUNT_OF_SPANS,
  spansOf,
  IS_NOT_EXCEPTED,
} from '../announcements/announcement-fragments.ts';
import { MARK, type NotificationRow, ROW, notificationOf } from './notification-row.ts';
import type { Reader } from './reader.ts';

/** The operand of a join: the notifications of `:types` that the user marked as read or unread one by one. */
const TOUCHED = `
  notifications n ON n.project_id = :projectId AND n.user_id = :userId AND n.touched AND n.notification_type = ANY (:types::text[])`;

/**
 * `:status` is null for both statuses; read notifications are listed if they were read after `:readAfter`.
 *
 * A notification that was not touched since it was created is unread, or read only by a mark, so each status is a range of
 * numbers; and the notifications created between two marks are within a known range of times. So the index in the order of
 * the list is read from the first result on, however many older notifications were read long ago. Touched notifications
 * are checked row by row. Announcements are listed in the order of their numbers.
 */
const RANGES = `
  marks AS MATERIALIZED (
    SELECT * FROM notification_marks WHERE project_id = :projectId AND user_id = :userId),
  inbox AS MATERIALIZED (
    SELECT * FROM notification_inboxes WHERE project_id = :projectId AND user_id = :userId),
  stretches AS (
    SELECT number, oldest, newest FROM marks UNION ALL SELECT ${MAX_NUMBER}, oldest, newest FROM inbox),
  levels AS MATERIALIZED (
    SELECT level, greatest(max(number), removed) AS marked,
           greatest(max(number) FILTER (WHERE at <= :readAfter::timestamptz), removed) AS hidden
      FROM unnest(:levels::text[]) level
     CROSS JOIN LATERAL (
       SELECT coalesce(max(CASE level WHEN 'admin' THEN removed_admin ELSE removed_viewer END), 0) AS removed FROM inbox) i
      LEFT JOIN marks ON marks.covers_admin OR level = 'viewer'
     GROUP BY level, removed),
  numbers AS MATERIALIZED (
    SELECT level, CASE WHEN :status::text = 'unread' THEN marked ELSE hidden END AS low,
           CASE WHEN :status::text = 'read' THEN marked ELSE ${MAX_NUMBER} END AS high
      FROM levels),
  ranges AS MATERIALIZED (
    SELECT level, low, high, min(oldest) AS oldest, max(newest) AS newest
      FROM numbers JOIN stretches ON number > low AND number <= high
     GROUP BY level, low, high),
  touched AS MATERIALIZED (
    SELECT n.id, n.created_at, false AS reads_itself
      FROM numbers JOIN ${TOUCHED} AND n.access_level = level
       AND n.read_at IS NULL AND n.changed_number > low AND n.changed_number < high
     UNION ALL
    SELECT n.id, n.created_at, true
      FROM numbers JOIN ${TOUCHED} AND n.access_level = level
       AND n.read_at > :readAfter::timestamptz AND :status::text IS DISTINCT FROM 'unread'),
  ${spansOf('numbers')}`;

/** The untouched notifications of a range and a type. */
const AS_MADE = `
  notifications n
  WHERE n.project_id = :projectId AND n.user_id = :userId AND n.access_level = ranges.level AND n.notification_type = type
    AND NOT n.touched AND n.created_at BETWEEN ranges.oldest AND ranges.newest
    AND n.created_number > ranges.low AND n.created_number < ranges.high`;

/** The announcements of a span, exceptions included. */
const IN_SPAN = `
  announcements a
  WHERE a.project_id = :projectId AND a.access_level = spans.level AND a.number > spans.low AND a.number <= spans.high`;

/** The announcements of a span that belong to the user. */
const ANNOUNCED = `${IN_SPAN} AND ${IS_NOT_EXCEPTED}`;

const OF_TYPE = 'a.notification_type = :type::text';

/** The stored counts of unread notifications and of those that each mark has read, plus the few read one by one, plus announcements. */
const KEPT_TOTAL = `
  SELECT (SELECT count(*) FROM touched WHERE reads_itself)
       + coalesce((SELECT sum(unread_viewer + CASE WHEN 'admin' = ANY (:levels::text[]) THEN unread_admin ELSE 0 END)
                     FROM inbox WHERE :status::text IS DISTINCT FROM 'read'), 0)::bigint
       + coalesce((SELECT sum(read_viewer + CASE WHEN 'admin' = ANY (:levels::text[]) THEN read_admin ELSE 0 END)
                     FROM marks WHERE :status::text IS DISTINCT FROM 'unread' AND at > :readAfter::timestamptz), 0)::bigint
       + ${COUNT_OF_SPANS} AS total`;

/** The number of rows of a query, counted up to `MOST_FOUND` and one more. */
const some = (rows: string): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${MOST_FOUND + 1}) counted)`;

/** Counts per type are not stored. The notifications are counted once, with the user's exceptions read once, whatever the plan. */
const COUNTED_TOTAL = `
  SELECT least(found, ${MOST_FOUND}) AS total, found > ${MOST_FOUND} AS is_minimum
    FROM (SELECT (SELECT count(*) FROM touched)
               + coalesce((SELECT sum(${some(AS_MADE)}) FROM ranges CROSS JOIN unnest(:types::text[]) type), 0)::bigint
               + coalesce((SELECT sum(${some(`${IN_SPAN} AND ${OF_TYPE} AND ${IS_NOT_AMONG_EXCEPTIONS}`)}) FROM spans), 0)::bigint AS found
          OFFSET 0) counted`;

function listing(name: string, announced: string, total: string) {
  return pageStatement<NotificationRow>(name, {
    with: RANGES,
    results: `
      SELECT n.id, n.created_at
        FROM ranges CROSS JOIN unnest(:types::text[]) type
       CROSS JOIN LATERAL (
         SELECT n.id, n.created_at FROM ${AS_MADE}
          ORDER BY n.created_at DESC, n.id DESC LIMIT :limit::bigint + :offset::bigint) n
       UNION ALL SELECT id, created_at FROM touched
       UNION ALL
      SELECT a.id, a.created_at
        FROM spans
       CROSS JOIN LATERAL (
         SELECT a.id, a.created_at FROM ${announced} ORDER BY a.number DESC LIMIT :limit::bigint + :offset::bigint) a`,
    order: 'created_at DESC, id DESC',
    total,
    show: `SELECT ${ROW} FROM ${notificationOf('page.id')} n ${MARK}`,
  });
}

const LIST = listing('notifications_list', ANNOUNCED, KEPT_TOTAL);
const LIST_OF_TYPE = listing('notifications_list_of_type', `${ANNOUNCED} AND ${OF_TYPE}`, COUNTED_TOTAL);

/** Lists notifications. */
@Injectable()
export class NotificationListsRepository {
  constructor(private readonly database: Database) {}

  /** A reader's unread notifications, and those read after a time, newest first. */
  async list(
    reader: Reader,
    readAfter: Date,
    request: ListNotifications,
  ): Promise<Page<NotificationRow> & FoundCount> {
    const { status = null, notification_type: type, limit, offset } = request;
    const types = type === undefined ? NOTIFICATION_TYPES : [type];
    const range = type === undefined ? { limit, offset } : withinFound({ limit, offset });
    const values = { ...reader, type, types, status, readAfter, ...range };
    return pageOf(await this.database.rows(type === undefined ? LIST : LIST_OF_TYPE, values));
  }
}

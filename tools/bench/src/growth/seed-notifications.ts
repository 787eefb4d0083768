import type pg from 'pg';
import { type GrowthSize, MEMBERS_ELSEWHERE, type Share, batchesOf, sharesOf } from './growth-size.ts';

const ROWS_AT_A_TIME = 100_000;
/** The distance between the numbers of two announcements. */
const BLOCK = 2 ** 22;
/** All notifications are of the last days: read ones that are older would be deleted. */
const DAYS = 7;
/** How often each user has marked all as read; the last time before the last fifth of their notifications. */
const MARKS = 8;

const LATEST = `'${DAYS} days'::interval`;
const BEGINNING = `now() - ${LATEST}`;

const AUDIENCE = [
  `INSERT INTO notifications.audience_periods (project_id, user_id, access_level, from_number)
   SELECT m.project_id, m.user_id, level, 0
     FROM identity.project_users m, (VALUES ('viewer', 'CAN_VIEW_DATA'), ('admin', 'CAN_PERFORM_ADMIN_ACTIONS')) l (level, permission)
    WHERE permission = ANY (m.permissions)`,
  `INSERT INTO notifications.notification_projects (project_id, last_number, audience_number)
   SELECT project_id, 0, last_number FROM identity.audiences`,
];

/** Every tenth announcement is for admins. $4: the number of announcements of the project. */
const ANNOUNCEMENTS = `
  INSERT INTO notifications.announcements
    (project_id, number, id, event_id, notification_type, access_level, nth, title, message, source_object_type,
     source_object_id, created_at)
  SELECT p.id, n::bigint * ${BLOCK}, uuidv7(), uuidv7(),
         CASE WHEN n % 10 = 0 THEN 'signal_submitted' ELSE 'artifact_published' END,
         CASE WHEN n % 10 = 0 THEN 'admin' ELSE 'viewer' END,
         CASE WHEN n % 10 = 0 THEN n / 10 ELSE n - n / 10 END,
         'Artifact published', 'Version ' || n || ' is published.', 'artifact', n::text,
         ${BEGINNING} + ${LATEST} * n / $4::integer
    FROM unnest($1::uuid[]) p (id), generate_series($2::integer, $3::integer) n`;

const ANNOUNCED = `
  UPDATE notifications.notification_projects
     SET last_number = $2::bigint * ${BLOCK}, announced_viewer = $2 - $2 / 10, announced_admin = $2 / 10, newest = now()
   WHERE project_id = ANY ($1::uuid[])`;

/** The number of own notifications of each member: `reader` for the reader of the tenant, `each` for all others. */
const OWNERS = `
  SELECT m.project_id, m.user_id, CASE u.password_hash WHEN 'none' THEN $2::integer ELSE $3::integer END AS owned
    FROM identity.project_users m JOIN identity.users u ON u.id = m.user_id
   WHERE m.project_id = ANY ($1::uuid[])`;

/**
 * The number of a user's nth own notification. Relative to the last announcement, n * 2 is its creation, and the next number a
 * change: every twentieth was read individually, and marks follow others. $4: the number of announcements of the project.
 */
const NUMBER = (n: string): string => `(${n}::bigint * $4::integer / owned * ${BLOCK} + ${n} * 2)`;
const TIME = (n: string): string => `(${BEGINNING} + ${LATEST} * ${n} / owned)`;
/** The notification after which a mark is set. Users with few notifications set some marks in vain, which leaves no rows. */
const MARKED = '(owned * mark / 10 / 20 * 20 + 1)';

const INBOXES = `
  INSERT INTO notifications.notification_inboxes
    (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, oldest, newest, changed_at)
  SELECT project_id, user_id, ${NUMBER('owned')} + 1, 0, owned - last - owned / 20 + last / 20, 0,
         ${TIME('(last + 1)')}, ${TIME('owned')}, now()
    FROM (${OWNERS}) owner, LATERAL (SELECT ${MARKED} AS last FROM (VALUES (${MARKS})) m (mark)) marked`;

const MARK_ROWS = `
  INSERT INTO notifications.notification_marks
    (project_id, user_id, number, at, covers_admin, read_viewer, read_admin, oldest, newest)
  SELECT project_id, user_id, ${NUMBER('last')} + 1, ${TIME('last')}, is_admin, last - before - last / 20 + before / 20, 0,
         ${TIME('(before + 1)')}, ${TIME('last')}
    FROM (SELECT o.*, 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (m.permissions) AS is_admin
            FROM (${OWNERS}) o JOIN identity.project_users m USING (project_id, user_id)) owner,
         generate_series(1, ${MARKS}) nth,
         LATERAL (SELECT ${MARKED} AS last FROM (VALUES (nth)) m (mark)) marked,
         LATERAL (SELECT CASE nth WHEN 1 THEN 0 ELSE ${MARKED} END AS before FROM (VALUES (nth - 1)) m (mark)) earlier
   WHERE last > before`;

/** $5 and $6: the range of owners. */
const OWN = `
  INSERT INTO notifications.notifications
    (project_id, user_id, id, event_id, notification_type, access_level, title, message, source_object_type,
     source_object_id, status, read_at, created_number, changed_number, touched, created_at, updated_at)
  SELECT project_id, user_id, uuidv7(), uuidv7(), CASE n % 3 WHEN 0 THEN 'signal_closed' ELSE 'interview_assigned' END,
         'viewer', 'Interview', 'Interview ' || n || ' is yours.', 'interview', n::text,
         CASE WHEN is_touched THEN 'read' ELSE 'unread' END, CASE WHEN is_touched THEN at END, number,
         number + is_touched::integer, is_touched, at, at
    FROM (SELECT * FROM (${OWNERS}) o ORDER BY project_id, user_id OFFSET $5 LIMIT $6) owner,
         generate_series(1, owned) n,
         LATERAL (SELECT ${NUMBER('n')} AS number, ${TIME('n')} AS at, n % 20 = 0 AS is_touched) made`;

/** A fifth of all notifications are announcements; of the tenant's others, the reader has 1%. */
export async function seedNotifications(
  client: pg.Client,
  size: GrowthSize,
  projectIds: readonly string[],
): Promise<void> {
  for (const statement of AUDIENCE) await client.query(statement);
  const [tenant, others] = sharesOf(size.notifications, projectIds);
  if (tenant) await seedShare(client, tenant, size.members + 1);
  if (others) await seedShare(client, others, MEMBERS_ELSEWHERE);
}

async function seedShare(client: pg.Client, share: Share, members: number): Promise<void> {
  const announced = { ...share, each: Math.round(share.each / 5) };
  for (const { projectIds, from, to } of batchesOf(announced, ROWS_AT_A_TIME)) {
    await client.query(ANNOUNCEMENTS, [projectIds, from, to, announced.each]);
  }
  await client.query(ANNOUNCED, [share.projectIds, announced.each]);
  const own = share.each - announced.each;
  const reader = share.projectIds.length === 1 ? Math.round(own / 100) : Math.round(own / members);
  const each = share.projectIds.length === 1 ? Math.round((own - reader) / (members - 1)) : reader;
  const owners = [each, reader, announced.each];
  await client.query(INBOXES, [share.projectIds, ...owners]);
  await client.query(MARK_ROWS, [share.projectIds, ...owners]);
  const atATime = Math.max(1, Math.floor(ROWS_AT_A_TIME / each));
  for (const { projectIds } of batchesOf({ ...share, each: members }, Math.max(members, atATime))) {
    const most = projectIds.length * (members + 1);
    for (let first = 0; first < most; first += atATime) {
      await client.query(OWN, [projectIds, ...owners, first, atATime]);
    }
  }
}

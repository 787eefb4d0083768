import type { Database } from '@pks/platform';

/** Rows per statement, to stay within the statement timeout on a busy machine too. */
const BATCH = 10_000;

/** Inserts unread notifications of a user, a minute apart, the last one now. */
export async function seedUnread(
  database: Database,
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  count: number,
  now: Date,
): Promise<void> {
  const { manager } = database;
  await manager.query(
    'INSERT INTO notification_projects (project_id, last_number) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [projectId],
  );
  await manager.query(
    `INSERT INTO notification_inboxes
       (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, oldest, newest, changed_at)
     VALUES ($1, $2, $3::bigint, 0, $3::integer, 0, $4::timestamptz - interval '1 minute' * $3::bigint, $4, $4)`,
    [projectId, userId, count, now],
  );
  for (let made = 0; made < count; made += BATCH) {
    await manager.query(
      `INSERT INTO notifications
         (project_id, user_id, id, event_id, notification_type, access_level, title, message, source_object_type,
          source_object_id, status, created_number, changed_number, created_at, updated_at)
       SELECT $1, $2, gen_random_uuid(), gen_random_uuid(), 'artifact_published', 'viewer', 'Artifact published',
              'Version ' || n || ' of "Churn" is published.', 'artifact', 'churn', 'unread', n, n, at, at
         FROM generate_series($3::bigint + 1, least($3::bigint + ${BATCH}, $4::bigint)) n
        CROSS JOIN LATERAL (SELECT $5::timestamptz - interval '1 minute' * ($4::bigint - n) AS at) made`,
      [projectId, userId, made, count, now],
    );
  }
  await manager.query('ANALYZE notifications');
}

import pg from 'pg';
import type { Seeded } from './seed.ts';
import { type Timing, timed } from './timing.ts';

const COUNT = 500_000;
/** The title of the measurements in the table. */
export const HALF_A_MILLION = `${COUNT.toLocaleString('en')} notifications of one user, at one connection:`;
/** The rows inserted per statement: few enough that no statement takes long. */
const BATCH = 50_000;

const INBOX = `
  INSERT INTO notifications.notification_inboxes
    (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, oldest, newest, changed_at)
  SELECT $1, id, ${COUNT}, 0, ${COUNT}, 0, $2::timestamptz - interval '${COUNT} minutes', $2, $2
    FROM identity.users WHERE password_hash <> 'none' ORDER BY date_joined LIMIT 1
  ON CONFLICT (project_id, user_id) DO UPDATE
     SET last_number = excluded.last_number, unread_viewer = excluded.unread_viewer, oldest = excluded.oldest`;

const NOTIFICATIONS = `
  INSERT INTO notifications.notifications
    (project_id, user_id, id, event_id, notification_type, access_level, title, message, source_object_type,
     source_object_id, status, created_number, changed_number, created_at, updated_at)
  SELECT project_id, user_id, gen_random_uuid(), gen_random_uuid(), 'artifact_published', 'viewer',
         'Artifact published', 'Version ' || n || ' of "Churn" is published.', 'artifact', project_id, 'unread',
         n, n, at, at
    FROM notifications.notification_inboxes, generate_series($1::integer + 1, $1::integer + ${BATCH}) n
   CROSS JOIN LATERAL (SELECT $2::timestamptz - interval '1 minute' * (${COUNT} - n) AS at) made`;

/** Makes everything unread again, as seeded. */
const RESET = `
  WITH forgotten AS (DELETE FROM notifications.notification_marks)
  UPDATE notifications.notification_inboxes
     SET unread_viewer = ${COUNT}, last_number = ${COUNT},
         oldest = $1::timestamptz - interval '${COUNT} minutes', newest = $1`;

/** The requests of each round, in this order: the mark between the lists. */
const REQUESTS = [
  ['notifications: unread-count', 'GET', 'unread-count/'],
  ['notifications: first page, all unread', 'GET', '?limit=20'],
  ['notifications: mark-all-as-read', 'POST', 'mark-all-as-read/'],
  ['notifications: first page, all just read', 'GET', '?limit=20'],
] as const;

/** Measures the duration of requests about one user's half a million notifications. */
export async function measureNotifications(
  baseUrl: string,
  databaseUrl: string,
  { token, projectIds: [projectId = ''] }: Seeded,
  rounds: number,
): Promise<Timing[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const now = new Date();
    await fill(client, projectId, now);
    const send = (method: string, path: string): Promise<number> =>
      timed(`${baseUrl}/projects/${projectId}/notifications/${path}`, method, token);
    const measured: number[][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await client.query(RESET, [now]);
      measured.push(await inTurn(send));
    }
    const [, ...counted] = measured;
    return REQUESTS.map(([name], index) => ({
      name,
      times: counted.map((times) => times[index] ?? Number.NaN),
    }));
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, projectId: string, now: Date): Promise<void> {
  await client.query(INBOX, [projectId, now]);
  for (let made = 0; made < COUNT; made += BATCH) await client.query(NOTIFICATIONS, [made, now]);
  await client.query('VACUUM ANALYZE notifications.notifications');
}

/** Sends the requests one after the other; returns their durations. */
async function inTurn(send: (method: string, path: string) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (const [, method, path] of REQUESTS) times.push(await send(method, path));
  return times;
}

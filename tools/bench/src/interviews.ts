import pg from 'pg';
import type { Seeded } from './seed.ts';
import { measureInTurn } from './timed-requests.ts';
import type { Timing } from './timing.ts';

const CAMPAIGNS = 500;
const IN_CAMPAIGNS = 100_000;
/** The interviews in no campaign, each of them a row of the feed. */
const ALONE = 20_000;
/** The title of the measurements in the table. */
export const MANY_INTERVIEWS = `${IN_CAMPAIGNS.toLocaleString('en')} interviews in ${CAMPAIGNS} campaigns, and ${ALONE.toLocaleString('en')} in none, at one connection:`;

const PARTICIPANTS = `
  INSERT INTO interviews.participants (project_id, user_id, email, known_at)
  SELECT $1, CASE n WHEN 1 THEN u.id ELSE gen_random_uuid() END, 'assignee' || n || '@bench.test', now()
    FROM generate_series(1, 50) n, (SELECT id FROM identity.users LIMIT 1) u`;

const CAMPAIGN_ROWS = `
  INSERT INTO interviews.campaigns
    (project_id, id, name, name_key, created_at, last_activity_at, interview_count, pending_count, in_progress_count,
     completed_count)
  SELECT $1, gen_random_uuid(), 'Campaign ' || n, 'campaign ' || n, at, at, ${IN_CAMPAIGNS / CAMPAIGNS},
         ${IN_CAMPAIGNS / CAMPAIGNS}, 0, 0
    FROM generate_series(1, ${CAMPAIGNS}) n, LATERAL (SELECT now() - interval '10 minutes' * n AS at) made`;

/** $2: the number of interviews in campaigns. */
const INTERVIEW_ROWS = `
  INSERT INTO interviews.interviews
    (project_id, id, type, name, status, campaign_id, created_by_id, assigned_by_id, assigned_to_id, write_scope,
     parameters, topics, chat_memory, local_documents, first_message_preview, message_count, sent_at, reminders_sent,
     created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'interview', 'About subject ' || n % 977, 'pending',
         CASE WHEN n <= $2::integer THEN campaigns.ids[1 + n % ${CAMPAIGNS}] END, people.ids[1 + n % 50],
         people.ids[1 + n % 50], people.ids[1 + n % 49], 'local',
         json_build_object('topic', 'About subject ' || n % 977, 'questions', '[]'::json), '[]',
         '{"summary":"","covered_topics":[],"facts":[]}', '{}', 'Hello', 1, at, 0, at, at
    FROM generate_series(1, ${IN_CAMPAIGNS + ALONE}) n,
         (SELECT array_agg(user_id ORDER BY user_id) AS ids FROM interviews.participants WHERE project_id = $1) people,
         (SELECT array_agg(id ORDER BY id) AS ids FROM interviews.campaigns WHERE project_id = $1) campaigns,
         LATERAL (SELECT now() - interval '1 second' * n AS at) made`;

const TOTALS = `
  INSERT INTO interviews.interview_totals (project_id, campaigns, feed_rows, pending, in_progress, completed, none)
  VALUES ($1, ${CAMPAIGNS}, ${CAMPAIGNS + ALONE}, ${IN_CAMPAIGNS + ALONE}, 0, 0, 0)`;

const TABLES = ['artifacts', 'interviews', 'campaigns', 'interview_totals', 'participants'];

/** Creates the interviews of the first project. */
export async function seedInterviews(
  databaseUrl: string,
  { projectIds: [projectId = ''] }: Seeded,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(PARTICIPANTS, [projectId]);
    await client.query(CAMPAIGN_ROWS, [projectId]);
    await client.query(INTERVIEW_ROWS, [projectId, IN_CAMPAIGNS]);
    await client.query(TOTALS, [projectId]);
    for (const table of ['interviews', 'campaigns', 'participants']) {
      await client.query(`VACUUM ANALYZE interviews.${table}`);
    }
  } finally {
    await client.end();
  }
}

/**
 * Measures the duration of the feed and of lists beside the list of artifacts, all with pages of 20, and PostgreSQL's part of it.
 */
export function measureInterviews(
  { baseUrl, databaseUrl }: { readonly baseUrl: string; readonly databaseUrl: string },
  { token, projectIds: [projectId = ''] }: Seeded,
  rounds: number,
): Promise<Timing[]> {
  const project = `${baseUrl}/projects/${projectId}`;
  const requests = [
    { name: 'artifacts: list', url: `${project}/artifacts/?limit=20` },
    { name: 'interviews: feed', url: `${project}/interviews/feed/?limit=20` },
    { name: 'interviews: feed, skipping 20,000', url: `${project}/interviews/feed/?limit=20&offset=20000` },
    { name: 'interviews: list', url: `${project}/interviews/?limit=20` },
    { name: 'interviews: list, status=pending', url: `${project}/interviews/?limit=20&status=pending` },
    { name: 'interviews: list, a word (123)', url: `${project}/interviews/?limit=20&text=subject+123` },
    { name: 'campaigns: list', url: `${project}/interview-campaigns/?limit=20` },
  ];
  return measureInTurn(requests, { token, rounds, databaseUrl, tables: TABLES });
}

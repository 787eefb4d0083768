import pg from 'pg';
import { measureInTurn } from './timed-requests.ts';
import type { LoadRequest } from './connection.ts';
import type { Seeded } from './seed.ts';
import type { Timing } from './timing.ts';

const COUNT = 400_000;
/** The rows inserted per statement: few enough that no statement takes long. */
const BATCH = 25_000;
const SUBMITTERS = 50;
/** One in this many signals contains the rare word. */
const RARE = 40_000;

const PARTICIPANTS = `
  INSERT INTO feedback.participants (project_id, user_id, email, known_at)
  SELECT $1, CASE n WHEN 1 THEN u.id ELSE gen_random_uuid() END, 'submitter' || n || '@bench.test', now()
    FROM generate_series(1, ${SUBMITTERS}) n, (SELECT id FROM identity.users LIMIT 1) u`;

const SIGNALS = `
  INSERT INTO feedback.signals
    (project_id, id, given_by_id, status, sentiment, feedback, context, size, source, query_id, conversation_id,
     conversation_title, user_message, reviewed_at, created_at, updated_at)
  SELECT $1, gen_random_uuid(), (SELECT array_agg(user_id ORDER BY user_id) FROM feedback.participants WHERE project_id = $1)[1 + n % ${SUBMITTERS}],
         status, CASE n % 3 WHEN 0 THEN 'positive' WHEN 1 THEN 'negative' ELSE 'neutral' END,
         'The answer about subject ' || n % 977 || ' says ' || md5(n::text) || ', which is out of date'
           || CASE WHEN n % ${RARE} = 0 THEN ', zweisprachig' ELSE '' END || '.',
         json_build_object('source', 'MCP', 'query_id', n, 'additional_details', 'Seen on page ' || n), 160, 'MCP', n,
         CASE WHEN n % 2 = 0 THEN md5((n / 10)::text)::uuid END, 'Conversation ' || n / 10, 'What is known of it?',
         CASE WHEN status <> 'to_review' THEN at END, at, at
    FROM generate_series($2::integer + 1, $2::integer + ${BATCH}) n
   CROSS JOIN LATERAL (SELECT $3::timestamptz - interval '1 minute' * (${COUNT} - n) AS at,
     CASE WHEN n % 1000 = 0 THEN 'dismissed' WHEN n % 10 < 7 THEN 'reviewed' ELSE 'to_review' END AS status) made`;

const QUERIES = [
  ['first page', ''],
  ['status=to_review', 'status=to_review'],
  ['status=reviewed', 'status=reviewed'],
  ['status=dismissed (1 in 1,000)', 'status=dismissed'],
  ['sentiment=actionable', 'sentiment=actionable'],
  ['sentiment=positive', 'sentiment=positive'],
  ['is_positive=null', 'is_positive=null'],
  ['dismissed and positive', 'status=dismissed&is_positive=true'],
  ['a rare word (10 signals)', 'search=zweisprachig'],
  ['an e-mail that nobody has', 'search=nobody@bench.test'],
  ['an e-mail (8,000 signals)', 'search=submitter17@'],
  ['a common word (all)', 'search=out+of+date'],
  ['two letters (all)', 'search=of'],
  ['two letters (none)', 'search=qx'],
  ['skipping 300,000', 'offset=300000'],
] as const;

const GROUPED = [
  ['', ''],
  [', open', '&status=to_review'],
  [', reviewed', '&status=reviewed'],
  [', skipping 200,000', '&offset=200000'],
  [', a rare word', '&search=zweisprachig'],
] as const;

/** The request whose throughput is compared with that of the list of artifacts. */
export function signalListOf({ projectIds: [projectId = ''] }: Seeded): LoadRequest[] {
  return [{ method: 'GET', path: `/api/v1/projects/${projectId}/signals/?limit=20` }];
}

/** Creates the signals of the first project. */
export async function seedSignals(
  databaseUrl: string,
  { projectIds: [projectId = ''] }: Seeded,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const now = new Date();
    await client.query(PARTICIPANTS, [projectId]);
    for (let made = 0; made < COUNT; made += BATCH) await client.query(SIGNALS, [projectId, made, now]);
    await client.query('VACUUM ANALYZE feedback.signals');
    await client.query('VACUUM ANALYZE feedback.signal_groups');
    await client.query('VACUUM ANALYZE feedback.participants');
  } finally {
    await client.end();
  }
}

const TABLES = ['signals', 'signal_count_parts', 'signal_groups', 'participants'];

/** Measures the duration of signal lists, and PostgreSQL's part of it. */
export function measureSignals(
  { baseUrl, databaseUrl }: { readonly baseUrl: string; readonly databaseUrl: string },
  { token, projectIds: [projectId = ''] }: Seeded,
  rounds: number,
): Promise<Timing[]> {
  const list = `${baseUrl}/projects/${projectId}/signals/`;
  const requests = [
    ...QUERIES.map(([name, query]) => ({ name, url: `${list}?limit=20${query && `&${query}`}` })),
    { name: 'counts', url: `${list}counts/` },
    ...GROUPED.map(([name, query]) => ({
      name: `grouped by conversation${name}`,
      url: `${list}grouped_by_conversation/?limit=20${query}`,
    })),
  ].map(({ name, url }) => ({ name: `signals: ${name}`, url }));
  return measureInTurn(requests, { token, rounds, databaseUrl, tables: TABLES });
}

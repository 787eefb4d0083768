import type pg from 'pg';
import { type GrowthSize, type Share, batchesOf, sharesOf } from './growth-size.ts';

const ROWS_AT_A_TIME = 20_000;

const PEOPLE = (schema: string): string =>
  `LATERAL (SELECT array_agg(user_id ORDER BY known_at, user_id) AS ids FROM ${schema}.participants WHERE project_id = p.id) people`;

const SOMEBODY = (n: string): string => `people.ids[1 + ${n} % cardinality(people.ids)]`;

/** Triggers add the groups and numbers of signals. */
const SIGNALS = `
  INSERT INTO feedback.signals
    (project_id, id, given_by_id, status, sentiment, feedback, context, size, source, query_id, conversation_id,
     conversation_title, user_message, reviewed_at, created_at, updated_at)
  SELECT p.id, uuidv7(), ${SOMEBODY('n')}, status, CASE n % 3 WHEN 0 THEN 'positive' WHEN 1 THEN 'negative' ELSE 'neutral' END,
         'The answer about subject ' || n % 977 || ' is out of date.', '{}', 80, 'MCP', n,
         CASE WHEN n % 2 = 0 THEN md5((n / 10)::text)::uuid END, 'Conversation ' || n / 10, 'What is known of it?',
         CASE WHEN status <> 'to_review' THEN at END, at, at
    FROM unnest($1::uuid[]) p (id) CROSS JOIN ${PEOPLE('feedback')} CROSS JOIN generate_series($2::integer, $3::integer) n
   CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * ($4::integer - n + 1) AS at,
     CASE WHEN n % 1000 = 0 THEN 'dismissed' WHEN n % 10 < 7 THEN 'reviewed' ELSE 'to_review' END AS status) made`;

/** Each document has two frequent metadata pairs, and a unique one. */
const DOCUMENTS = `
  INSERT INTO knowledge.documents
    (project_id, id, number, name, content_type, file_size, digest, page_count, metadata, indexing_status,
     uploaded_by_id, uploaded_by_email, created_at, updated_at)
  SELECT p.id, uuidv7(), n, 'Report ' || n || ' on subject ' || n % 977 || '.pdf',
         CASE n % 10 WHEN 0 THEN 'text/markdown' ELSE 'application/pdf' END, 1000, md5(n::text) || md5(n::text), 1 + n % 50,
         json_build_array(
           json_build_array('department', CASE n % 3 WHEN 0 THEN 'Sales' WHEN 1 THEN 'Marketing' ELSE 'Legal' END),
           json_build_array('project', 'Project ' || n % 30), json_build_array('note', 'Reference ' || n)),
         'active', p.id, 'bench@bench.test', at, at
    FROM unnest($1::uuid[]) p (id), generate_series($2::integer, $3::integer) n
   CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * ($4::integer - n + 1) AS at) made`;

const PAIRS = 'knowledge.documents, json_array_elements(metadata) pair';

const OF_DOCUMENTS = [
  `INSERT INTO knowledge.metadata_bits (project_id, folded, chunk, bits)
   SELECT project_id, sha256(convert_to(casefold((pair->>1) COLLATE pg_unicode_fast), 'UTF8')), number / 16384,
          bit_or(set_bit(0::bit(16384), number % 16384, 1)) FROM ${PAIRS} GROUP BY 1, 2, 3`,
  `INSERT INTO knowledge.metadata_values (project_id, key, digest, value, count)
   SELECT project_id, pair->>0, sha256(convert_to(pair->>1, 'UTF8')), pair->>1, count(*)
     FROM ${PAIRS} GROUP BY project_id, pair->>0, pair->>1`,
  `INSERT INTO knowledge.metadata_keys (project_id, key, pair_count, value_count)
   SELECT project_id, key, sum(count), count(*) FROM knowledge.metadata_values GROUP BY project_id, key`,
  `INSERT INTO knowledge.document_type_counts (project_id, content_type, count)
   SELECT project_id, content_type, count(*) FROM knowledge.documents GROUP BY project_id, content_type`,
  `INSERT INTO knowledge.document_catalogs (project_id, next_number, newest_at, count)
   SELECT project_id, max(number) + 1, max(created_at), count(*) FROM knowledge.documents GROUP BY project_id`,
  `INSERT INTO knowledge.document_storage (project_id, bytes, files)
   SELECT project_id, sum(file_size), count(*) FROM knowledge.documents GROUP BY project_id`,
];

/** One campaign per hundred interviews. */
const CAMPAIGNS = `
  INSERT INTO interviews.campaigns
    (project_id, id, name, name_key, created_at, last_activity_at, interview_count, pending_count, in_progress_count,
     completed_count)
  SELECT p.id, uuidv7(), 'Campaign ' || n, 'campaign ' || n, at, at, 0, 0, 0, 0
    FROM unnest($1::uuid[]) p (id), generate_series(1, $2::integer / 100 + 1) n,
         LATERAL (SELECT now() - interval '10 minutes' * n AS at) made`;

/** Every fifth interview is in no campaign. */
const INTERVIEWS = `
  INSERT INTO interviews.interviews
    (project_id, id, type, name, status, campaign_id, created_by_id, assigned_by_id, assigned_to_id, write_scope,
     parameters, topics, chat_memory, local_documents, first_message_preview, message_count, sent_at, reminders_sent,
     created_at, updated_at)
  SELECT p.id, uuidv7(), 'interview', 'About subject ' || n % 977, 'pending',
         CASE WHEN n % 5 > 0 THEN campaigns.ids[1 + n % cardinality(campaigns.ids)] END, ${SOMEBODY('n')}, ${SOMEBODY('n')},
         ${SOMEBODY('(n + 1)')}, 'local', json_build_object('topic', 'About subject ' || n % 977, 'questions', '[]'::json), '[]',
         '{"summary":"","covered_topics":[],"facts":[]}', '{}', 'Hello', 1, at, 0, at, at
    FROM unnest($1::uuid[]) p (id) CROSS JOIN ${PEOPLE('interviews')}
   CROSS JOIN LATERAL (SELECT array_agg(id ORDER BY id) AS ids FROM interviews.campaigns WHERE project_id = p.id) campaigns
   CROSS JOIN generate_series($2::integer, $3::integer) n
   CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * ($4::integer - n + 1) AS at) made`;

const OF_INTERVIEWS = [
  `INSERT INTO interviews.interview_entries (project_id, interview_id, number, id, role, content, created_at)
   SELECT project_id, id, 1, uuidv7(), 'assistant', 'Hello', created_at FROM interviews.interviews`,
  `UPDATE interviews.campaigns c SET interview_count = has.count, pending_count = has.count
     FROM (SELECT project_id, campaign_id, count(*) FROM interviews.interviews GROUP BY 1, 2) has
    WHERE c.project_id = has.project_id AND c.id = has.campaign_id`,
  `INSERT INTO interviews.interview_totals (project_id, campaigns, feed_rows, pending, in_progress, completed, none)
   SELECT i.project_id, has.campaigns, has.filled + count(*) FILTER (WHERE i.campaign_id IS NULL), count(*), 0, 0, 0
     FROM interviews.interviews i
     JOIN (SELECT project_id, count(*) AS campaigns, count(*) FILTER (WHERE interview_count > 0) AS filled
             FROM interviews.campaigns GROUP BY project_id) has USING (project_id)
    GROUP BY i.project_id, has.campaigns, has.filled`,
];

const AGENT_SETTINGS = `
  INSERT INTO agents.agent_settings (project_id, id, name, is_default, created_at)
  SELECT unnest($1::uuid[]), uuidv7(), 'Assistant', true, now()`;

/** A trigger adds the tags of conversations. */
const CONVERSATIONS = `
  INSERT INTO agents.conversations
    (project_id, id, name, is_named, type, created_by_id, agent_settings_id, tags, tag_keys, is_shared, question_count,
     entry_count, size, created_at, updated_at)
  SELECT p.id, uuidv7(), 'Conversation ' || n, true, 'playground', ${SOMEBODY('n')}, s.id, ARRAY['Tag ' || n % 20],
         ARRAY['tag ' || n % 20], false, 1, 1, 40, at, at
    FROM unnest($1::uuid[]) p (id) JOIN agents.agent_settings s ON s.project_id = p.id CROSS JOIN ${PEOPLE('agents')}
   CROSS JOIN generate_series($2::integer, $3::integer) n
   CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * ($4::integer - n + 1) AS at) made`;

const OF_CONVERSATIONS = `
  INSERT INTO agents.conversation_entries
    (project_id, conversation_id, number, id, role, type, content, query_id, input_parameters, results, created_at)
  SELECT project_id, id, 1, uuidv7(), 'user', 'message', 'What is known of it?', 1, '{}', '[]', created_at
    FROM agents.conversations`;

/** Creates the signals, documents, interviews and conversations of the projects. */
export async function seedOthers(
  client: pg.Client,
  size: GrowthSize,
  projectIds: readonly string[],
): Promise<void> {
  await insert(client, SIGNALS, sharesOf(size.signals, projectIds));
  await insert(client, DOCUMENTS, sharesOf(size.documents, projectIds));
  for (const statement of OF_DOCUMENTS) await client.query(statement);
  for (const share of sharesOf(size.interviews, projectIds)) {
    await client.query(CAMPAIGNS, [share.projectIds, share.each]);
    await insert(client, INTERVIEWS, [share]);
  }
  for (const statement of OF_INTERVIEWS) await client.query(statement);
  await client.query(AGENT_SETTINGS, [projectIds]);
  await insert(client, CONVERSATIONS, sharesOf(size.conversations, projectIds));
  await client.query(OF_CONVERSATIONS);
}

async function insert(client: pg.Client, statement: string, shares: readonly Share[]): Promise<void> {
  for (const share of shares) {
    for (const { projectIds, from, to } of batchesOf(share, ROWS_AT_A_TIME)) {
      await client.query(statement, [projectIds, from, to, share.each]);
    }
  }
}

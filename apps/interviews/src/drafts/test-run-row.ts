/** The fields of the test run `r` of the draft `d`; `:pages` is the address of the web pages. */
const FIELDS = `
    'id', r.id,
    'status', r.status,
    'language', coalesce(r.parameters ->> 'language', ''),
    'started_from_topic_index', r.started_from_topic_index,
    'started_from_topic_title', r.started_from_topic_title,
    'skipped_topic_ids', to_json(r.skipped_topic_ids),
    'jumps', r.jumps,
    'message_count', r.message_count,
    'draft_changed_since_start', r.draft_updated_at <> d.updated_at,
    'interview_url', :pages::text || '/projects/' || r.project_id || '/interview-drafts/' || r.draft_id || '/test-runs/' || r.id,
    'draft_source_session', NULL,
    'created_at', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(r.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The JSON of the test run `r` with its topics and their statuses. */
export const TEST_RUN_DETAIL = `json_build_object(${FIELDS}, 'topics', r.topics)`;

/** The JSON of all test runs of the draft `d` of `:project_id`, newest first. */
export const TEST_RUNS = `(
  SELECT coalesce(json_agg(json_build_object(${FIELDS}) ORDER BY r.created_at DESC, r.id DESC), '[]')::text
    FROM test_runs r WHERE r.project_id = :project_id AND r.draft_id = d.id)`;

/** The SQL for how many bytes the test runs of a draft add to its JSON; `draft` is the column of its id. */
export function testRunsSize(draft: string): string {
  return `(SELECT coalesce(sum(r.size), 0)::integer FROM test_runs r
            WHERE r.project_id = :project_id AND r.draft_id = ${draft})`;
}

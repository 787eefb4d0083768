/** The columns of the conversation `c` with its settings `s`, as lists show it. */
export const ITEM = `
  c.id, c.name, c.type, c.created_by_id AS created_by, c.agent_settings_id AS agent_settings,
  s.name AS agent_settings_name, c.created_at, c.updated_at, c.tags, c.is_shared,
  c.archived_at IS NOT NULL AS is_archived, c.archived_at`;

/** The join to the conversation `c` that `ITEM` needs. */
export const SETTINGS = `
  JOIN agent_settings s ON s.project_id = :project_id AND s.id = c.agent_settings_id`;

/** The JSON of the entry `e`, as text. */
export const ENTRY_JSON = `
  (SELECT row_to_json(shown) FROM (
     SELECT e.id, e.role, e.content, e.type, e.query_id,
            to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS timestamp,
            e.tool_type, e.input_parameters, e.results) shown)::text`;

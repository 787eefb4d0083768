import type { ConversationItem } from '@pks/contracts';

/** The columns of the conversation `c` with its settings `s`, as lists show it. */
export const ITEM = `
  c.id, c.name, c.type, c.created_by_id AS created_by, c.agent_settings_id AS agent_settings,
  s.name AS agent_settings_name, c.created_at, c.updated_at, c.tags, c.is_shared,
  c.archived_at IS NOT NULL AS is_archived, c.archived_at`;

/** What `ITEM` joins to the conversation `c`. */
export const SETTINGS = `
  JOIN agent_settings s ON s.project_id = :project_id AND s.id = c.agent_settings_id`;

/** A conversation as lists show it. */
export type ItemRow = ConversationItem;

/** The JSON of the entry `e`, as text. */
export const ENTRY_JSON = `
  json_build_object(
    'id', e.id, 'role', e.role, 'content', e.content, 'type', e.type, 'query_id', e.query_id,
    'timestamp', to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'tool_type', e.tool_type, 'input_parameters', e.input_parameters, 'results', e.results)::text`;

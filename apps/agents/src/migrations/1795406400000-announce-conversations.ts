import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the conversations that exist already copied by other services, as if each had changed just now. */
export class AnnounceConversations1795406400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANNOUNCE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ANNOUNCE = `
  INSERT INTO outbox (id, subject, payload)
  SELECT uuidv7(), 'agents.event.conversation-changed',
         jsonb_build_object(
           'project_id', c.project_id, 'conversation_id', c.id, 'created_by', c.created_by_id,
           'is_shared', c.is_shared, 'created_at', ${time('c.created_at')}, 'changed_at', ${time('c.updated_at')},
           'title', c.name, 'agent_name', s.name, 'is_archived', c.archived_at IS NOT NULL)
    FROM conversations c
    JOIN agent_settings s ON s.project_id = c.project_id AND s.id = c.agent_settings_id`;

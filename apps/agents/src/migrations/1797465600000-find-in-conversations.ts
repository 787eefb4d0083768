import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The entries of a question are found without reading those of its whole conversation, and conversations by their tags without
 * reading all of their project: as with texts, PostgreSQL uses that index on a view of the owner, but not on a table with a
 * policy.
 */
export class FindInConversations1797465600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENTRIES_OF_QUESTION);
    await runner.query(SEARCHABLE_CONVERSATIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const ENTRIES_OF_QUESTION = `
  CREATE INDEX conversation_entries_of_question
    ON conversation_entries (project_id, conversation_id, query_id, number)`;

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

/** A view that exists is replaced by one with further columns. */
const SEARCHABLE_CONVERSATIONS = `
  CREATE OR REPLACE VIEW searchable_conversations AS
  SELECT project_id, id, name, tag_keys, created_by_id, archived_at, updated_at FROM conversations
   WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

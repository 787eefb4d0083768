import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const CONVERSATIONS = `
  CREATE TABLE conversations (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    title text,
    agent_name text,
    created_by_id uuid NOT NULL,
    is_shared boolean NOT NULL,
    is_archived boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    changed_at timestamptz(3) NOT NULL,
    CONSTRAINT conversations_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT conversations_texts CHECK (num_nonnulls(title, agent_name) IN (0, 2))
  );
  CREATE INDEX conversations_archived ON conversations (project_id, id) WHERE is_archived`;

/** What groups of signals show of their conversations, copied from the agents service. */
export class CopyConversations1797292800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONVERSATIONS);
    await runner.query('ALTER TABLE conversations ENABLE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY own_project ON conversations USING (project_id = ${OWN})`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

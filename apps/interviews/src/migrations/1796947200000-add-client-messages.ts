import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names that clients give to their messages, and how far the interview was when such a message was answered. */
export class AddClientMessages1796947200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const COLUMNS = `
  ALTER TABLE interview_entries
    ADD COLUMN client_message_id text,
    ADD COLUMN answered_status text,
    ADD COLUMN answered_topics text[],
    ADD CONSTRAINT interview_entries_answered
      CHECK (num_nonnulls(client_message_id, answered_status, answered_topics) IN (0, 3))`;

const INDEX = `
  CREATE UNIQUE INDEX interview_entries_client_message
    ON interview_entries (project_id, interview_id, client_message_id) WHERE client_message_id IS NOT NULL`;

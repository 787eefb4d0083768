import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the open signals of a conversation, however many newer ones are closed. */
export class IndexOpenSignals1797984000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX signals_open_in_conversation ON signals
        (project_id, coalesce(conversation_id, id), updated_at DESC, id DESC) INCLUDE (given_by_id) WHERE status = 'to_review'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists without archived conversations read, and count, those of their index alone. */
export class CountCurrentConversations1797638460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX conversations_current ON conversations (project_id, updated_at DESC, id DESC)
        WHERE archived_at IS NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

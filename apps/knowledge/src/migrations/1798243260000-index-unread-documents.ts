import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents that have had their turn and are not read are few, and found without the others. */
export class IndexUnreadDocuments1798243260000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX documents_unread ON documents (project_id, id)
        WHERE reading_turn <> 'waiting' AND status = 'active'
          AND indexing_status IN ('created', 'indexing') AND read_at IS NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

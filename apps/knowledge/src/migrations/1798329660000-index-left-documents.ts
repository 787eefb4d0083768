import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents whose files are still to be deleted are few, and found without the others. */
export class IndexLeftDocuments1798329660000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX documents_left ON documents (project_id, id) WHERE status = 'deleting'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

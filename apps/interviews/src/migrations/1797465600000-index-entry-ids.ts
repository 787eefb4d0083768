import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The entries after another one are found without reading those before it. */
export class IndexEntryIds1797465600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX interview_entries_id ON interview_entries (project_id, interview_id, id)',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

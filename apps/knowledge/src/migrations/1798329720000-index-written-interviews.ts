import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = `
  CREATE UNIQUE INDEX IF NOT EXISTS artifact_versions_written_interview
      ON artifact_versions (project_id, artifact_id, written_interview_id)
   WHERE written_interview_id IS NOT NULL`;

/** An interview is written to an artifact once. Where a schema is between two releases, the index may be there already. */
export class IndexWrittenInterviews1798329720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

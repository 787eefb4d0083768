import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever writes an interview says so: no process is left for which a trigger has to. */
export class StopMarkingInterviews1798502400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER artifact_versions_written ON artifact_versions');
    await runner.query('DROP FUNCTION mark_written_interview()');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

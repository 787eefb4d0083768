import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the last turn of a line was taken: only that tells a long line from one of a clock that was ahead. */
export class RememberWhenTurnsAreTaken1798761600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_lines ADD COLUMN taken_ms bigint');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

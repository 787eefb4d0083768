import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retention finds the periods that ended long ago without reading those of everybody in the project. */
export class IndexEndedPeriods1797465600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX audience_periods_ended ON audience_periods (project_id, to_number)
        WHERE to_number IS NOT NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signals are counted in `signal_count_parts` alone. */
export class DropFormerCounts1798502400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE signal_counts');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

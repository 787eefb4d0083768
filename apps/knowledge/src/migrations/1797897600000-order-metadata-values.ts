import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives the index of frequent values a total order, so that a list reads those it shows and sorts none of the others. */
export class OrderMetadataValues1797897600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX metadata_values_frequent');
    await runner.query(
      `CREATE INDEX metadata_values_frequent
           ON metadata_values (project_id, key, count DESC, left(value, 100), digest)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

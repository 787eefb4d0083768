import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Archived conversations are no longer looked up. In a transaction of its own, so that no list waits for two tables. */
export class DropArchivedIndex1797811320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX conversations_archived');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

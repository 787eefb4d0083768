import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A long section of a document is stored in several rows. */
export class DivideSections1796256120000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE document_sections ADD COLUMN continues boolean NOT NULL DEFAULT false');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

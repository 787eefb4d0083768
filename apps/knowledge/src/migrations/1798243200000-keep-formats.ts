import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps how a document is read from its upload on: a later name says nothing about it. Documents from before have none. */
export class KeepFormats1798243200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents ADD COLUMN format text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

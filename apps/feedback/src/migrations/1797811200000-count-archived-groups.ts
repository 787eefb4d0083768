import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `
  ALTER TABLE signal_group_counts
    ADD COLUMN is_archived boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT signal_group_counts_pkey,
    ADD CONSTRAINT signal_group_counts_pkey PRIMARY KEY (project_id, holder_id, is_conversation, is_open, is_archived)`;

/** Lets groups of archived conversations be counted apart. In a transaction of its own, so that no list waits for two tables. */
export class CountArchivedGroups1797811200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTED);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

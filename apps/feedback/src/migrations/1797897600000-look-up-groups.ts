import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of the order of lists is for those that count signals, which are all: a group that is looked up by its key does not say
 * so, and is found by the primary key. Where most holders have few groups both look alike to the planner, and the whole order of
 * a holder with many would be read.
 */
export class LookUpGroups1797897600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX signal_groups_newest');
    await runner.query(
      `CREATE INDEX signal_groups_newest ON signal_groups (project_id, holder_id, newest DESC, key DESC)
        WHERE to_review_count >= 0`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

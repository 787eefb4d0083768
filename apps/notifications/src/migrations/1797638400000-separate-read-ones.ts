import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a user read or made unread one by one is found by when it was read: unread ones without those that were read, and those that
 * were read since a time without the others. No entry stands for several read ones, so each is free as soon as its row is deleted.
 */
export class SeparateReadOnes1797638400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX notifications_touched');
    await runner.query(
      'CREATE INDEX notifications_touched ON notifications (project_id, user_id, read_at) WHERE touched',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

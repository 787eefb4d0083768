import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Retention finds the oldest notification that was never read. Ranges of blocks only ever widened: after old rows were deleted and
 * their places were filled, they still let it read the whole table.
 */
export class OrderUnreadByAge1798588800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX notifications_unread ON notifications (created_at) WHERE status = 'unread'`,
    );
    await runner.query('DROP INDEX notifications_age');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

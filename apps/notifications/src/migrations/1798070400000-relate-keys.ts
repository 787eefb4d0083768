import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A user is in one project, or in few. Without knowing that, PostgreSQL expects hardly a row of a user in a project, so that reading all of
 * them looks as good to it as looking one up by the whole key.
 */
export class RelateKeys1798070400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE STATISTICS notifications_keys (dependencies) ON project_id, user_id FROM notifications',
    );
    await runner.query('ANALYZE notifications');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nothing here is searched by e-mail. */
export class DropEmailIndex1798416000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX participants_email');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

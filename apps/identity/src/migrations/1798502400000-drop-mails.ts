import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The notifications service sends e-mails, and stores what it has to. */
export class DropMails1798502400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mails');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

import { CREATE_IDEMPOTENCY_KEYS, CREATE_INBOX } from '@pks/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every service that consumes events keeps. */
export class CreateInbox1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_IDEMPOTENCY_KEYS);
    await runner.query(CREATE_INBOX);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

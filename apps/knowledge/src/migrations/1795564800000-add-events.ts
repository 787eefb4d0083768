import { CREATE_OUTBOX, RELAY_OUTBOX } from '@pks/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What this service tells the others. */
export class AddEvents1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_OUTBOX);
    await runner.query(RELAY_OUTBOX);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

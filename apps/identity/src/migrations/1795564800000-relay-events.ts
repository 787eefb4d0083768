import { RELAY_OUTBOX } from '@pks/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events of this service reach the others. */
export class RelayEvents1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RELAY_OUTBOX);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

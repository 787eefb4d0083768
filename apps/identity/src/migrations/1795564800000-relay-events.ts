import type { MigrationInterface, QueryRunner } from 'typeorm';

const RELAY_OUTBOX = `
  ALTER TABLE outbox
    ADD COLUMN request_id text NOT NULL DEFAULT 'none',
    ADD COLUMN stream_sequence bigint;
  CREATE INDEX outbox_waiting ON outbox (id) WHERE stream_sequence IS NULL;
  CREATE INDEX outbox_stream_sequence ON outbox (stream_sequence) WHERE stream_sequence IS NOT NULL`;

/** Columns by which the relay publishes the events of this service. */
export class RelayEvents1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RELAY_OUTBOX);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox of the events that this service publishes. */
export class AddEvents1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX);
    await runner.query(RELAY);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

const OUTBOX = `
  CREATE TABLE outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT outbox_pkey PRIMARY KEY (id)
  );
  CREATE INDEX outbox_created_at ON outbox (created_at)`;

const RELAY = `
  ALTER TABLE outbox
    ADD COLUMN request_id text NOT NULL DEFAULT 'none',
    ADD COLUMN stream_sequence bigint;
  CREATE INDEX outbox_waiting ON outbox (id) WHERE stream_sequence IS NULL;
  CREATE INDEX outbox_stream_sequence ON outbox (stream_sequence) WHERE stream_sequence IS NOT NULL`;

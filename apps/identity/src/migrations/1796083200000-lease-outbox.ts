import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_OUTBOX_LEASE = `
  CREATE TABLE outbox_lease (
    id boolean NOT NULL DEFAULT true,
    holder uuid NOT NULL,
    held_until timestamptz(3) NOT NULL,
    CONSTRAINT outbox_lease_pkey PRIMARY KEY (id),
    CONSTRAINT outbox_lease_single CHECK (id)
  )`;

/** The relay of events holds a lease instead of a transaction. */
export class LeaseOutbox1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_OUTBOX_LEASE);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

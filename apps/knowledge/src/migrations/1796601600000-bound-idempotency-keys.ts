import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_IDEMPOTENCY_USAGE = `
  CREATE TABLE idempotency_usage (
    user_id uuid NOT NULL,
    began_at timestamptz(3) NOT NULL,
    keys integer NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT idempotency_usage_pkey PRIMARY KEY (user_id)
  );
  CREATE INDEX idempotency_usage_began_at ON idempotency_usage (began_at)`;

/** What is stored of requests with idempotency keys is bounded. */
export class BoundIdempotencyKeys1796601600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_IDEMPOTENCY_USAGE);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

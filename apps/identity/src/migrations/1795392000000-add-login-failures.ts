import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_LOGIN_FAILURES = `
  CREATE TABLE login_failures (
    subject text NOT NULL,
    failures integer NOT NULL,
    forgotten_from timestamptz(3) NOT NULL,
    pending integer NOT NULL,
    pending_until timestamptz(3) NOT NULL,
    blocked_until timestamptz(3) NOT NULL,
    touched_at timestamptz(3) NOT NULL,
    CONSTRAINT login_failures_pkey PRIMARY KEY (subject)
  );
  CREATE INDEX login_failures_touched_at ON login_failures (touched_at)`;

/** Counts of failed logins, which slow down the guessing of passwords. */
export class AddLoginFailures1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_LOGIN_FAILURES);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

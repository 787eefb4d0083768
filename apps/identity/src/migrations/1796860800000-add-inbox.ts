import type { MigrationInterface, QueryRunner } from 'typeorm';

const INBOX = `
  CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
  );
  CREATE INDEX inbox_handled_at ON inbox (handled_at);
  CREATE TABLE deferred_events (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    request_id text NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    failures integer NOT NULL,
    last_error text NOT NULL,
    next_attempt_at timestamptz(3) NOT NULL,
    dead_at timestamptz(3),
    CONSTRAINT deferred_events_pkey PRIMARY KEY (consumer, event_id)
  );
  CREATE INDEX deferred_events_due ON deferred_events (next_attempt_at) WHERE dead_at IS NULL`;

/** The events of other services that this one has handled, and those that it failed at. */
export class AddInbox1796860800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INBOX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signals, who gave them, and how many there are. Every key begins with the project. */
export class CreateSignals1795651200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDEMPOTENCY_KEYS);
    await runner.query(OUTBOX);
    await runner.query(RELAY);
    await runner.query(INBOX);
    await runner.query(EXTENSIONS);
    await runner.query(PARTICIPANTS);
    await runner.query(SIGNALS);
    await runner.query(COUNTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** In the schema that every service's search path ends with; services that share a database may make them at the same time. */
const EXTENSIONS = `
  SELECT pg_advisory_xact_lock(hashtextextended('extensions', 0));
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public`;

const PARTICIPANTS = `
  CREATE TABLE participants (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    known_at timestamptz(3) NOT NULL,
    CONSTRAINT participants_pkey PRIMARY KEY (project_id, user_id)
  );
  CREATE INDEX participants_user ON participants (user_id);
  CREATE INDEX participants_email ON participants USING gin (project_id, lower(email) gin_trgm_ops)`;

const SIGNALS = `
  CREATE TABLE signals (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    given_by_id uuid NOT NULL,
    status text NOT NULL,
    sentiment text NOT NULL,
    feedback text NOT NULL,
    context json NOT NULL,
    size integer NOT NULL,
    source text NOT NULL,
    query_id bigint,
    conversation_id uuid,
    conversation_title text NOT NULL,
    user_message text NOT NULL,
    suggested_action_type text NOT NULL DEFAULT 'none',
    suggested_action_data json NOT NULL DEFAULT '{}',
    reviewed_at timestamptz(3),
    reviewed_by_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT signals_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT signals_given_by FOREIGN KEY (project_id, given_by_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT signals_reviewed_by FOREIGN KEY (project_id, reviewed_by_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT signals_status CHECK (status IN ('to_review', 'reviewed', 'dismissed')),
    CONSTRAINT signals_sentiment CHECK (sentiment IN ('positive', 'negative', 'neutral')),
    CONSTRAINT signals_reviewing CHECK (status <> 'to_review' OR (reviewed_at IS NULL AND reviewed_by_id IS NULL))
  );
  CREATE INDEX signals_newest ON signals (project_id, updated_at DESC, id DESC) INCLUDE (size);
  CREATE INDEX signals_newest_given_by ON signals (project_id, given_by_id, updated_at DESC, id DESC) INCLUDE (size);
  CREATE INDEX signals_filtered ON signals (project_id, status, sentiment, updated_at DESC, id DESC) INCLUDE (size);
  CREATE INDEX signals_filtered_given_by ON signals
    (project_id, given_by_id, status, sentiment, updated_at DESC, id DESC) INCLUDE (size);
  CREATE INDEX signals_conversation ON signals
    (project_id, coalesce(conversation_id, id), updated_at DESC, id DESC) INCLUDE (status, given_by_id);
  CREATE INDEX signals_text ON signals USING gin (project_id, lower(feedback) gin_trgm_ops)
    WITH (gin_pending_list_limit = 512)`;

const COUNTS = `
  CREATE TABLE signal_counts (
    project_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    status text NOT NULL,
    sentiment text NOT NULL,
    count integer NOT NULL,
    CONSTRAINT signal_counts_pkey PRIMARY KEY (project_id, holder_id, status, sentiment)
  ) WITH (fillfactor = 50)`;

const IDEMPOTENCY_KEYS = `
  CREATE TABLE idempotency_keys (
    credential_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    fault json,
    count integer,
    body bytea NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (credential_id, operation, key)
  );
  CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)`;

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

import { CREATE_IDEMPOTENCY_KEYS, CREATE_INBOX, CREATE_OUTBOX, RELAY_OUTBOX } from '@pks/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Signals, who gave them, and how many there are. Every key begins with the project. */
export class CreateSignals1795651200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_IDEMPOTENCY_KEYS);
    await runner.query(CREATE_OUTBOX);
    await runner.query(RELAY_OUTBOX);
    await runner.query(CREATE_INBOX);
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

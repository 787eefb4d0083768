import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which passages of the search index count, and the summaries of completed interviews. Generations are of the whole
 * installation; all else begins with the project.
 */
export class CreateSearch1797292800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDEMPOTENCY);
    await runner.query(OUTBOX);
    await runner.query(INBOX);
    await runner.query(GENERATIONS);
    await runner.query(SOURCES);
    await runner.query(SUMMARIES);
    for (const table of OF_PROJECTS) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY own_project ON ${table} USING (project_id = ${OWN})`);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const OF_PROJECTS = ['indexed_sources', 'interview_summaries'] as const;

const GENERATIONS = `
  CREATE TABLE search_generations (
    number integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    state text NOT NULL,
    is_filled boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT search_generations_pkey PRIMARY KEY (number),
    CONSTRAINT search_generations_state CHECK (state IN ('building', 'current', 'retired'))
  );
  CREATE UNIQUE INDEX search_generations_one_current ON search_generations (state) WHERE state = 'current';
  CREATE UNIQUE INDEX search_generations_one_building ON search_generations (state) WHERE state = 'building'`;

const SOURCES = `
  CREATE TABLE indexed_sources (
    project_id uuid NOT NULL,
    generation integer NOT NULL,
    source_id uuid NOT NULL,
    kind text NOT NULL,
    attempt_id uuid NOT NULL,
    indexing_id uuid,
    name text,
    version_number integer,
    has_meaning boolean NOT NULL DEFAULT false,
    CONSTRAINT indexed_sources_pkey PRIMARY KEY (project_id, generation, source_id),
    CONSTRAINT indexed_sources_kind CHECK (kind IN ('artifact', 'document', 'interview'))
  )`;

const SUMMARIES = `
  CREATE TABLE interview_summaries (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text,
    topic text,
    summary text,
    created_by_id uuid,
    assigned_to_id uuid,
    updated_at timestamptz(3),
    CONSTRAINT interview_summaries_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT interview_summaries_whole
      CHECK (num_nonnulls(name, topic, summary, created_by_id, updated_at) IN (0, 5))
  );
  CREATE INDEX interview_summaries_assigned ON interview_summaries (project_id, assigned_to_id, updated_at, id);
  CREATE INDEX interview_summaries_created ON interview_summaries (project_id, created_by_id, updated_at, id)`;

const IDEMPOTENCY = `
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
  CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
  CREATE TABLE idempotency_usage (
    user_id uuid NOT NULL,
    began_at timestamptz(3) NOT NULL,
    keys integer NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT idempotency_usage_pkey PRIMARY KEY (user_id)
  );
  CREATE INDEX idempotency_usage_began_at ON idempotency_usage (began_at)`;

const OUTBOX = `
  CREATE TABLE outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    request_id text NOT NULL DEFAULT 'none',
    stream_sequence bigint,
    CONSTRAINT outbox_pkey PRIMARY KEY (id)
  );
  CREATE INDEX outbox_created_at ON outbox (created_at);
  CREATE INDEX outbox_waiting ON outbox (id) WHERE stream_sequence IS NULL;
  CREATE INDEX outbox_stream_sequence ON outbox (stream_sequence) WHERE stream_sequence IS NOT NULL;
  CREATE TABLE outbox_lease (
    id boolean NOT NULL DEFAULT true,
    holder uuid NOT NULL,
    held_until timestamptz(3) NOT NULL,
    CONSTRAINT outbox_lease_pkey PRIMARY KEY (id),
    CONSTRAINT outbox_lease_single CHECK (id)
  )`;

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

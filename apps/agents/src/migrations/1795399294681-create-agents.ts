import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tools of projects and their runs. Every key begins with the project. */
export class CreateAgents1795399294681 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDEMPOTENCY);
    await runner.query(OUTBOX);
    await runner.query(INBOX);
    await runner.query(EXTENSIONS);
    await runner.query(PARTICIPANTS);
    await runner.query(TOOLS);
    await runner.query(TOOL_RUNS);
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

const OF_PROJECTS = ['participants', 'tool_catalogs', 'tools', 'tool_runs'] as const;

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

/** An imported tool has the id of its owner's, by which it is found when that changes. */
const TOOLS = `
  CREATE TABLE tool_catalogs (
    project_id uuid NOT NULL,
    project_name text NOT NULL,
    named_at timestamptz(3) NOT NULL,
    seeded_types text[] NOT NULL,
    tool_count integer NOT NULL,
    CONSTRAINT tool_catalogs_pkey PRIMARY KEY (project_id),
    CONSTRAINT tool_catalogs_count CHECK (tool_count >= 0)
  );
  CREATE TABLE tools (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_project_id uuid NOT NULL,
    owner_project_name text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    tool_type text NOT NULL,
    retrieval_mode text,
    configuration json NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT tools_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT tools_catalog FOREIGN KEY (project_id) REFERENCES tool_catalogs (project_id),
    CONSTRAINT tools_type CHECK (tool_type IN
      ('retrieval', 'math', 'document_retrieval', 'data_statistics', 'websearch', 'sub_agent')),
    CONSTRAINT tools_retrieval_mode CHECK (CASE tool_type
      WHEN 'retrieval' THEN retrieval_mode IN ('semantic-chunks', 'semantic-objects', 'templated-query')
                            AND retrieval_mode IS NOT NULL
      ELSE retrieval_mode IS NULL END)
  );
  CREATE INDEX tools_oldest ON tools (project_id, created_at, id);
  CREATE INDEX tools_of_id ON tools (id);
  CREATE INDEX tools_of_owner ON tools (owner_project_id)`;

const TOOL_RUNS = `
  CREATE TABLE tool_runs (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    tool_id uuid NOT NULL,
    run_by_id uuid NOT NULL,
    input_parameters json NOT NULL,
    status text NOT NULL,
    error text,
    result_count integer NOT NULL,
    duration_ms integer NOT NULL,
    started_at timestamptz(3) NOT NULL,
    CONSTRAINT tool_runs_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT tool_runs_run_by FOREIGN KEY (project_id, run_by_id) REFERENCES participants (project_id, user_id),
    CONSTRAINT tool_runs_status CHECK (CASE status
      WHEN 'success' THEN error IS NULL WHEN 'error' THEN error IS NOT NULL ELSE false END)
  );
  CREATE INDEX tool_runs_newest ON tool_runs (project_id, tool_id, started_at DESC, id DESC);
  CREATE INDEX tool_runs_started_at ON tool_runs (started_at)`;

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

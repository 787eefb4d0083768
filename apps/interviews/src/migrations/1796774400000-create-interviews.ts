import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Interviews, their campaigns and transcripts, and how many there are. Every key begins with the project. */
export class CreateInterviews1796774400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDEMPOTENCY);
    await runner.query(OUTBOX);
    await runner.query(INBOX);
    await runner.query(EXTENSIONS);
    await runner.query(PARTICIPANTS);
    await runner.query(CAMPAIGNS);
    await runner.query(INTERVIEWS);
    await runner.query(ENTRIES);
    await runner.query(TOTALS);
    for (const table of OF_PROJECTS) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY own_project ON ${table} USING (project_id = ${OWN})`);
    }
    await runner.query(SEARCHABLE_INTERVIEWS);
    await runner.query(SEARCHABLE_ENTRIES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const OF_PROJECTS = [
  'participants',
  'campaigns',
  'interviews',
  'interview_entries',
  'interview_totals',
] as const;

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

/** A column for the name in lower case: a policy keeps an index of an expression from being used. */
const CAMPAIGNS = `
  CREATE TABLE campaigns (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_activity_at timestamptz(3) NOT NULL,
    interview_count integer NOT NULL,
    pending_count integer NOT NULL,
    in_progress_count integer NOT NULL,
    completed_count integer NOT NULL,
    CONSTRAINT campaigns_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT campaigns_project_name UNIQUE (project_id, name_key),
    CONSTRAINT campaigns_name_key CHECK (name_key = lower(name)),
    CONSTRAINT campaigns_counts CHECK (least(pending_count, in_progress_count, completed_count) >= 0
      AND interview_count >= pending_count + in_progress_count + completed_count)
  ) WITH (fillfactor = 50);
  CREATE INDEX campaigns_newest ON campaigns (project_id, created_at DESC, id DESC);
  CREATE INDEX campaigns_feed ON campaigns (project_id, created_at DESC, id DESC) WHERE interview_count > 0`;

const INTERVIEWS = `
  CREATE TABLE interviews (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    status text,
    campaign_id uuid,
    created_by_id uuid NOT NULL,
    assigned_by_id uuid,
    assigned_to_id uuid,
    invite_email text,
    write_scope text NOT NULL,
    parameters json NOT NULL,
    topics json NOT NULL,
    chat_memory json NOT NULL,
    local_documents uuid[] NOT NULL,
    import_info json,
    meeting_info json,
    first_message_preview text NOT NULL,
    message_count integer NOT NULL,
    sent_at timestamptz(3),
    reminder_start_after_days integer,
    reminder_interval_days integer,
    reminder_max_count integer,
    reminders_sent integer NOT NULL,
    reminded_at timestamptz(3),
    reminders_stopped_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT interviews_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT interviews_campaign FOREIGN KEY (project_id, campaign_id) REFERENCES campaigns (project_id, id),
    CONSTRAINT interviews_created_by FOREIGN KEY (project_id, created_by_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT interviews_assigned_by FOREIGN KEY (project_id, assigned_by_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT interviews_assigned_to FOREIGN KEY (project_id, assigned_to_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT interviews_type CHECK (type IN ('interview', 'guided-interview', 'imported-interview')),
    CONSTRAINT interviews_status CHECK (status IN ('pending', 'in_progress', 'completed')),
    CONSTRAINT interviews_write_scope CHECK (write_scope IN ('local', 'global')),
    CONSTRAINT interviews_assignee CHECK (
      CASE type WHEN 'imported-interview' THEN num_nonnulls(assigned_to_id, assigned_by_id, invite_email) = 0
                ELSE num_nonnulls(assigned_to_id, invite_email) = 1 AND num_nonnulls(assigned_by_id, status) = 2 END),
    CONSTRAINT interviews_reminders CHECK (
      num_nonnulls(reminder_start_after_days, reminder_interval_days, reminder_max_count) IN (0, 3))
  ) WITH (fillfactor = 80);
  CREATE INDEX interviews_newest ON interviews (project_id, created_at DESC, id DESC);
  CREATE INDEX interviews_in_no_campaign ON interviews (project_id, created_at DESC, id DESC)
    WHERE campaign_id IS NULL;
  CREATE INDEX interviews_in_campaign ON interviews (project_id, campaign_id, created_at DESC, id DESC);
  CREATE INDEX interviews_to ON interviews (project_id, assigned_to_id, created_at DESC, id DESC);
  CREATE INDEX interviews_by ON interviews (project_id, created_by_id, created_at DESC, id DESC);
  CREATE INDEX interviews_of_status ON interviews (project_id, status, created_at DESC, id DESC);
  CREATE INDEX interviews_of_type ON interviews (project_id, type, created_at DESC, id DESC);
  CREATE INDEX interviews_invited ON interviews (project_id, invite_email, id) WHERE invite_email IS NOT NULL;
  CREATE INDEX interviews_name_text ON interviews USING gin (project_id, lower(name) gin_trgm_ops)`;

const ENTRIES = `
  CREATE TABLE interview_entries (
    project_id uuid NOT NULL,
    interview_id uuid NOT NULL,
    number integer NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    content text NOT NULL,
    topic_index integer,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT interview_entries_pkey PRIMARY KEY (project_id, interview_id, number),
    CONSTRAINT interview_entries_interview FOREIGN KEY (project_id, interview_id)
      REFERENCES interviews (project_id, id) ON DELETE CASCADE,
    CONSTRAINT interview_entries_role CHECK (role IN ('assistant', 'user'))
  );
  CREATE INDEX interview_entries_text ON interview_entries USING gin (project_id, lower(content) gin_trgm_ops)`;

const TOTALS = `
  CREATE TABLE interview_totals (
    project_id uuid NOT NULL,
    campaigns integer NOT NULL,
    feed_rows integer NOT NULL,
    pending integer NOT NULL,
    in_progress integer NOT NULL,
    completed integer NOT NULL,
    none integer NOT NULL,
    CONSTRAINT interview_totals_pkey PRIMARY KEY (project_id)
  ) WITH (fillfactor = 50)`;

/** For searches: PostgreSQL uses an index of trigrams on a view of the owner, but not on a table with a policy. */
const SEARCHABLE = `WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

const SEARCHABLE_INTERVIEWS = `
  CREATE VIEW searchable_interviews AS SELECT project_id, id, name FROM interviews ${SEARCHABLE}`;

const SEARCHABLE_ENTRIES = `
  CREATE VIEW searchable_entries AS SELECT project_id, interview_id, content FROM interview_entries ${SEARCHABLE}`;

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

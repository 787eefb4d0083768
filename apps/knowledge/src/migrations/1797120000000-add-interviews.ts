import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The summaries of completed interviews, which searches find, and the events of the interviews service that this one has handled. */
export class AddInterviews1797120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INBOX);
    await runner.query(SUMMARIES);
    await runner.query('ALTER TABLE interview_summaries ENABLE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY own_project ON interview_summaries USING (project_id = ${OWN})`);
    await runner.query(KINDS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

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

const KINDS = `
  ALTER TABLE indexed_sources
    DROP CONSTRAINT indexed_sources_kind,
    ADD CONSTRAINT indexed_sources_kind CHECK (kind IN ('artifact', 'document', 'interview'))`;

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

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Test runs of drafts, and their transcripts. */
export class CreateTestRuns1797206400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TEST_RUNS);
    await runner.query(TEST_RUN_ENTRIES);
    for (const table of ['test_runs', 'test_run_entries']) {
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

const TEST_RUNS = `
  CREATE TABLE test_runs (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    draft_id uuid NOT NULL,
    created_by_id uuid NOT NULL,
    status text NOT NULL,
    parameters json NOT NULL,
    topics json NOT NULL,
    started_from_topic_index integer NOT NULL,
    started_from_topic_title text NOT NULL,
    skipped_topic_ids uuid[] NOT NULL,
    jumps json NOT NULL,
    message_count integer NOT NULL,
    draft_updated_at timestamptz(3) NOT NULL,
    size integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT test_runs_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT test_runs_draft FOREIGN KEY (project_id, draft_id)
      REFERENCES drafts (project_id, id) ON DELETE CASCADE,
    CONSTRAINT test_runs_created_by FOREIGN KEY (project_id, created_by_id)
      REFERENCES participants (project_id, user_id),
    CONSTRAINT test_runs_status CHECK (status IN ('pending', 'in_progress', 'completed', 'abandoned'))
  );
  CREATE INDEX test_runs_newest ON test_runs (project_id, draft_id, created_at DESC, id DESC)`;

const TEST_RUN_ENTRIES = `
  CREATE TABLE test_run_entries (
    project_id uuid NOT NULL,
    test_run_id uuid NOT NULL,
    number integer NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    content text NOT NULL,
    topic_index integer,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT test_run_entries_pkey PRIMARY KEY (project_id, test_run_id, number),
    CONSTRAINT test_run_entries_test_run FOREIGN KEY (project_id, test_run_id)
      REFERENCES test_runs (project_id, id) ON DELETE CASCADE,
    CONSTRAINT test_run_entries_role CHECK (role IN ('assistant', 'user'))
  )`;

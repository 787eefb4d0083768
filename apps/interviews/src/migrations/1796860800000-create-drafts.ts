import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts of interviews. */
export class CreateDrafts1796860800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DRAFTS);
    await runner.query('ALTER TABLE drafts ENABLE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY own_project ON drafts USING (project_id = ${OWN})`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const DRAFTS = `
  CREATE TABLE drafts (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    is_named boolean NOT NULL,
    campaign_name text,
    content json NOT NULL,
    size integer NOT NULL,
    created_by_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT drafts_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT drafts_created_by FOREIGN KEY (project_id, created_by_id)
      REFERENCES participants (project_id, user_id)
  );
  CREATE INDEX drafts_newest ON drafts (project_id, created_at DESC, id DESC)`;

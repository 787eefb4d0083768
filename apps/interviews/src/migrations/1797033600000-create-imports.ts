import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The raw transcripts of imports, until they are parsed. */
export class CreateImports1797033600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TRANSCRIPTS);
    await runner.query('ALTER TABLE transcripts ENABLE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY own_project ON transcripts USING (project_id = ${OWN})`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const TRANSCRIPTS = `
  CREATE TABLE transcripts (
    project_id uuid NOT NULL,
    interview_id uuid NOT NULL,
    format text,
    content text NOT NULL,
    attempts integer NOT NULL,
    CONSTRAINT transcripts_pkey PRIMARY KEY (project_id, interview_id),
    CONSTRAINT transcripts_interview FOREIGN KEY (project_id, interview_id)
      REFERENCES interviews (project_id, id) ON DELETE CASCADE,
    CONSTRAINT transcripts_format CHECK (format IN ('text', 'vtt', 'srt', 'json'))
  )`;

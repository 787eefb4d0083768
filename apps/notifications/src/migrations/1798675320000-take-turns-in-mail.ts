import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_LINES = `
  CREATE TABLE mail_lines (
    project_id uuid NOT NULL,
    line text NOT NULL,
    next_ms bigint NOT NULL,
    CONSTRAINT mail_lines_pkey PRIMARY KEY (project_id, line)
  );
  ALTER TABLE mail_lines ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON mail_lines
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`;

/** When the next e-mail of a project, and the next to a person about it, has its turn. */
export class TakeTurnsInMail1798675320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_LINES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

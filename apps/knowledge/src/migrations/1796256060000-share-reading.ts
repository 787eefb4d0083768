import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of a project wait in line to be read. Those that are there already have a job each. */
export class ShareReading1796256060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_TURNS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const ADD_TURNS = `
  ALTER TABLE documents
    ADD COLUMN reading_turn text NOT NULL DEFAULT 'passed',
    ADD CONSTRAINT documents_reading_turn CHECK (reading_turn IN ('waiting', 'admitted', 'passed'));
  CREATE INDEX documents_reading_line
    ON documents (project_id, reading_turn, (number::bigint + file_size / 102400), number)
    WHERE reading_turn <> 'passed'`;

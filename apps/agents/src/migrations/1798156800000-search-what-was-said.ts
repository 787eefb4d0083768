import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations are found by what was said in them, which the name of a tool that ran is not: entries are told apart by their type. */
export class SearchWhatWasSaid1798156800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCHABLE_ENTRIES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

/** A view that exists is replaced by one with further columns. */
const SEARCHABLE_ENTRIES = `
  CREATE OR REPLACE VIEW searchable_entries AS
  SELECT project_id, conversation_id, content, type FROM conversation_entries
   WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

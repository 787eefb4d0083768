import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const TABLES = ['participants', 'signals', 'signal_counts'] as const;

/**
 * For searches, and for conversations: a condition on a table with a policy may be an index's only if PostgreSQL trusts
 * its functions, and trusts neither those of trigrams nor `coalesce`. A view of the owner has the same condition as the
 * policy, and no such rule. `*` is every project.
 */
const SEARCHABLE = `WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

const SEARCHABLE_SIGNALS = `
  CREATE VIEW searchable_signals AS
    SELECT project_id, id, given_by_id, status, sentiment, feedback, size, conversation_id, conversation_title, updated_at
      FROM signals ${SEARCHABLE}`;

const SEARCHABLE_PARTICIPANTS = `
  CREATE VIEW searchable_participants AS
    SELECT project_id, user_id, email
      FROM participants ${SEARCHABLE}`;

/** A statement sees and changes only rows of the project that it runs for. */
export class SeparateProjects1796428800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY own_project ON ${table} USING (project_id = ${OWN})`);
    }
    await runner.query(SEARCHABLE_SIGNALS);
    await runner.query(SEARCHABLE_PARTICIPANTS);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

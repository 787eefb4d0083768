import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const TABLES = ['project_users', 'invites', 'mails'] as const;

/** A statement sees and changes only rows of the project that it runs for. */
export class SeparateProjects1796428800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY own_project ON ${table} USING (project_id = ${OWN})`);
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}

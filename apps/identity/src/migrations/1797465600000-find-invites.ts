import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A pending invite is found by its e-mail without reading all of its project: PostgreSQL uses an index of an expression on a view
 * of the owner, but not on a table with a policy.
 */
export class FindInvites1797465600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCHABLE_INVITES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const SEARCHABLE_INVITES = `
  CREATE VIEW searchable_invites AS SELECT project_id, id, email, status FROM invites
   WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

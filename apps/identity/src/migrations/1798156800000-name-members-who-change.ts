import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lock is the one that the reference to the user takes a moment later: whoever changes their e-mail holds it. */
const WAIT = `
  CREATE OR REPLACE FUNCTION name_member() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    SELECT email INTO NEW.email FROM users WHERE id = NEW.user_id FOR KEY SHARE;
    RETURN NEW;
  END $$`;

/** Whoever becomes a member while their e-mail changes has the new one. */
export class NameMembersWhoChange1798156800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WAIT);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

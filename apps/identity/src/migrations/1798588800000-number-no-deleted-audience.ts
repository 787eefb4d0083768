import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A project is in the table of deleted ones before its members are deleted. */
const LEAVE_OUT_DELETED = `
  CREATE OR REPLACE FUNCTION number_member() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    place project_users := coalesce(NEW, OLD);
  BEGIN
    IF NOT EXISTS (SELECT FROM deleted_projects WHERE id = place.project_id) THEN
      PERFORM number_audience_change(place.project_id, place.user_id);
    END IF;
    RETURN NULL;
  END $$`;

/**
 * Members that are deleted with their project are not numbered: each would write the same row again, which takes time that grows
 * with the square of their number, and nobody asks for them.
 */
export class NumberNoDeletedAudience1798588800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LEAVE_OUT_DELETED);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

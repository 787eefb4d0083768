import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Processes of the release before write interviews without saying so: their entries in the changelog begin with words that no user
 * chooses. The release after this one drops the trigger.
 */
const MARK = `
  CREATE FUNCTION mark_written_interview() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF EXISTS (
         SELECT FROM changelog_entries e
          WHERE e.project_id = NEW.project_id AND e.id = NEW.changelog_entry_id
            AND e.description ~ '^Appended (and published )?version [0-9]+, with the interview "')
       AND NOT EXISTS (
         SELECT FROM artifact_versions v
          WHERE v.project_id = NEW.project_id AND v.artifact_id = NEW.artifact_id
            AND v.written_interview_id = NEW.coach_conversation_id)
    THEN NEW.written_interview_id := NEW.coach_conversation_id;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER artifact_versions_written BEFORE INSERT ON artifact_versions
    FOR EACH ROW WHEN (NEW.written_interview_id IS NULL AND NEW.coach_conversation_id IS NOT NULL
                       AND NEW.change_summary LIKE 'Added the interview "%')
    EXECUTE FUNCTION mark_written_interview()`;

/** A version remembers the interview that was written with it: what users append says nothing about that. */
export class RememberWrittenInterviews1798329600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE artifact_versions ADD COLUMN written_interview_id uuid');
    await runner.query(MARK);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

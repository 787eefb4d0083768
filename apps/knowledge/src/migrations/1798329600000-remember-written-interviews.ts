import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The versions that writing an interview appended: their entries in the changelog begin with words that no user chooses. The first
 * one of an artifact and interview counts; another was appended where the assistant had been renamed.
 */
const FILL = `
  UPDATE artifact_versions v SET written_interview_id = first.interview_id
    FROM (SELECT DISTINCT ON (w.project_id, w.artifact_id, w.coach_conversation_id)
                 w.project_id, w.artifact_id, w.version_number, w.coach_conversation_id AS interview_id
            FROM artifact_versions w
            JOIN changelog_entries e ON e.project_id = w.project_id AND e.id = w.changelog_entry_id
           WHERE w.coach_conversation_id IS NOT NULL
             AND e.description ~ '^Appended (and published )?version [0-9]+, with the interview "'
           ORDER BY w.project_id, w.artifact_id, w.coach_conversation_id, w.version_number) first
   WHERE v.project_id = first.project_id AND v.artifact_id = first.artifact_id AND v.version_number = first.version_number`;

const INDEX = `
  CREATE UNIQUE INDEX artifact_versions_written_interview
      ON artifact_versions (project_id, artifact_id, written_interview_id)
   WHERE written_interview_id IS NOT NULL`;

/** A version remembers the interview that was written with it: what users append says nothing about that. */
export class RememberWrittenInterviews1798329600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE artifact_versions ADD COLUMN written_interview_id uuid');
    await runner.query(FILL);
    await runner.query(INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

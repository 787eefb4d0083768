import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first version of an artifact and interview counts; another was appended where the assistant had been renamed. Versions are appended
 * meanwhile: the index refuses a second mark, and the migration runs again then.
 */
const MARK = `
  UPDATE artifact_versions v SET written_interview_id = first.interview_id
    FROM (SELECT DISTINCT ON (w.project_id, w.artifact_id, w.coach_conversation_id)
                 w.project_id, w.artifact_id, w.version_number, w.coach_conversation_id AS interview_id
            FROM artifact_versions w
            JOIN changelog_entries e ON e.project_id = w.project_id AND e.id = w.changelog_entry_id
           WHERE w.coach_conversation_id IS NOT NULL
             AND e.description ~ '^Appended (and published )?version [0-9]+, with the interview "'
             AND NOT EXISTS (
               SELECT FROM artifact_versions marked
                WHERE marked.project_id = w.project_id AND marked.artifact_id = w.artifact_id
                  AND marked.written_interview_id = w.coach_conversation_id)
           ORDER BY w.project_id, w.artifact_id, w.coach_conversation_id, w.version_number) first
   WHERE v.project_id = first.project_id AND v.artifact_id = first.artifact_id AND v.version_number = first.version_number`;

/** Versions of before remember the interview that was written with them. Only their rows are locked, for as long as all are read. */
export class MarkWrittenInterviews1798329780000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MARK);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
